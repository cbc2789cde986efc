//! Allocation in large memory pages, for hash tables with random access.
//!
//! With pages of 4 KiB, nearly every access to a large hash table misses the translation lookaside
//! buffer (TLB): a table of 64 MiB spans 16,384 pages. With pages of 2 MiB, it spans only 32. Linux
//! grants large pages on request. On other systems, ordinary memory is allocated.
//!
//! Source: <https://docs.kernel.org/admin-guide/mm/transhuge.html>.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

/// Allocates a table of `len` default values, in large pages if the system supports them.
///
/// # Errors
///
/// Returns an error if the memory cannot be allocated.
///
/// ```
/// use std::sync::atomic::AtomicU64;
///
/// let table: Vec<AtomicU64> = reynard_base::memory::table(1 << 20)?;
/// assert_eq!(table.len(), 1 << 20);
/// assert!(reynard_base::memory::table::<AtomicU64>(usize::MAX / 8).is_err());
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub fn table<T: Default>(len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut table = Vec::new();
    table.try_reserve_exact(len)?;
    prefer_large_pages(table.spare_capacity_mut());
    table.resize_with(len, T::default);
    Ok(table)
}

/// Requests large pages for memory that has not been written to yet.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "`madvise` takes an address")]
fn prefer_large_pages<T>(memory: &mut [MaybeUninit<T>]) {
    /// Size of a large page in bytes. On some processors, it is a fraction or a multiple of the
    /// size of their large pages.
    const PAGE: usize = 2 << 20;

    let bytes = size_of_val(memory);
    let start: *mut u8 = memory.as_mut_ptr().cast();
    let before = start.align_offset(PAGE);
    let whole_pages = bytes.saturating_sub(before) / PAGE * PAGE;
    if whole_pages > 0 {
        let first_page = start.wrapping_add(before).cast();
        // SAFETY: the pages lie within memory that is borrowed for writing, and the advice changes
        // how that is kept, not what it holds. A refusal has no consequence.
        unsafe { libc::madvise(first_page, whole_pages, libc::MADV_HUGEPAGE) };
    }
}

/// Does nothing, because other systems have no equivalent of this request.
#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn tables_hold_default_values() {
        for len in [0, 1, 1 << 10, 5 << 20] {
            let table: Vec<u8> = table(len).unwrap();
            assert_eq!(table.len(), len);
            assert!(table.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(table::<u64>(usize::MAX / 16).is_err());
        assert!(table::<u64>(usize::MAX).is_err());
    }

    /// Checks `/proc/self/smaps` for the flag `hg`, which marks memory with a request for large
    /// pages.
    #[cfg(target_os = "linux")]
    #[test]
    fn large_pages_are_requested() {
        if !std::path::Path::new("/sys/kernel/mm/transparent_hugepage/enabled").exists() {
            eprintln!("skipped: no large pages on this system");
            return;
        }
        let table: Vec<u8> = table(16 << 20).unwrap();
        let middle = table[table.len() / 2..].as_ptr().addr();
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut is_ours = false;
        for line in maps.lines() {
            let first = line.split(' ').next().unwrap_or_default();
            if let Some((from, to)) = first.split_once('-') {
                let [from, to] = [from, to].map(|text| usize::from_str_radix(text, 16).unwrap());
                is_ours = (from..to).contains(&middle);
            } else if is_ours && first == "VmFlags:" {
                assert!(line.split(' ').any(|flag| flag == "hg"), "{line}");
                return;
            }
        }
        panic!("the table is in no mapping");
    }
}
