//! The available memory: of the machine, of the process's control group, and within the limit of
//! the process itself.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the available memory in bytes, or `None` if the system does not report it.
pub(crate) fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let group = fs::read_to_string("/proc/self/cgroup").ok().and_then(|text| of_group(&text));
    let limits = fs::read_to_string("/proc/self/limits").ok().and_then(|text| of_limits(&text));
    let used = fs::read_to_string("/proc/self/status").ok().and_then(|text| in_use(&text));
    let process = limits.map(|limit| limit.saturating_sub(used.unwrap_or(0)));
    [machine, group, process].into_iter().flatten().min()
}

/// Parses the limit on the address space in `/proc/self/limits`. Returns `None` if there is no
/// limit.
fn of_limits(limits: &str) -> Option<u64> {
    let rest = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Parses the size of the address space in use in `/proc/self/status`.
fn in_use(status: &str) -> Option<u64> {
    let rest = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kibibytes: u64 = rest.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Parses the available memory in `/proc/meminfo`.
fn of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find(|line| line.starts_with("MemAvailable:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}

/// Returns the smallest amount of memory available in any of the groups in `/proc/self/cgroup` and
/// their parents.
fn of_group(cgroup: &str) -> Option<u64> {
    cgroup.lines().filter_map(group_folder).flat_map(|(folder, names)| left(&folder, names)).min()
}

/// The names of the files that contain the memory limit and the memory usage of a group.
type Names = [&'static str; 2];

/// Returns the group's folder, given a line of `/proc/self/cgroup`. In version 2 of control groups,
/// there is one line without controllers; in version 1, there is one line for each controller.
fn group_folder(line: &str) -> Option<(PathBuf, Names)> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?.trim_start_matches('/'));
    if controllers.is_empty() {
        return Some((Path::new("/sys/fs/cgroup").join(path), ["memory.max", "memory.current"]));
    }
    let names = ["memory.limit_in_bytes", "memory.usage_in_bytes"];
    let is_memory = controllers.split(',').any(|name| name == "memory");
    is_memory.then(|| (Path::new("/sys/fs/cgroup/memory").join(path), names))
}

/// Returns the memory available in a group and in each of its parents.
fn left(folder: &Path, [limit, used]: Names) -> Vec<u64> {
    let number = |path: PathBuf| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    folder
        .ancestors()
        .take_while(|folder| folder.starts_with("/sys/fs/cgroup"))
        .filter_map(|folder| {
            Some(number(folder.join(limit))?.saturating_sub(number(folder.join(used))?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{group_folder, in_use, of_limits, of_machine};
    use std::path::Path;

    #[test]
    fn the_memory_of_the_machine_is_read() {
        let text = "MemTotal:  16 kB\nMemFree: 1 kB\nMemAvailable:    8 kB\n";
        assert_eq!(of_machine(text), Some(8192));
        assert_eq!(of_machine("MemTotal: 16 kB"), None);
    }

    #[test]
    fn the_limits_of_the_process_are_read() {
        let text =
            "Limit  Soft Limit  Hard Limit  Units\nMax address space   4096   8192   bytes\n";
        assert_eq!(of_limits(text), Some(4096));
        assert_eq!(of_limits(&text.replace("4096", "unlimited")), None);
        assert_eq!(in_use("Name:\tx\nVmSize:\t    12 kB\n"), Some(12_288));
    }

    #[test]
    fn groups_of_both_versions_are_found() {
        let (folder, names) = group_folder("0::/user.slice/a").unwrap();
        assert_eq!(folder, Path::new("/sys/fs/cgroup/user.slice/a"));
        assert_eq!(names[0], "memory.max");
        let (folder, _) = group_folder("5:cpu,memory:/docker/x").unwrap();
        assert_eq!(folder, Path::new("/sys/fs/cgroup/memory/docker/x"));
        assert!(group_folder("4:cpuset:/").is_none());
    }
}
