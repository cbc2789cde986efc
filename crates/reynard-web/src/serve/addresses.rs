//! Counts the connections or queries from each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of slots occupied by connections or queries from each address.
#[derive(Debug, Default)]
pub(super) struct Addresses(Mutex<HashMap<IpAddr, usize>>);

/// A slot that an address occupies until this value is dropped.
pub(super) struct Place {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    /// Occupies a slot. Returns `None` if the address already has `most` slots.
    pub(super) fn enter(self: &Arc<Self>, address: IpAddr, most: usize) -> Option<Place> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        Some(Place { addresses: Arc::clone(self), address })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}
