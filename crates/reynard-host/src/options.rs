//! Values of an engine's options.

use std::fmt;
use std::ops::Index;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An engine's option values by name, in the order in which they are sent.
///
/// The order matters to some engines. For example, an engine that receives the hash size before the
/// number of threads clears the memory with a single thread.
///
/// ```
/// use reynard_host::EngineOptions;
///
/// let mut options = EngineOptions::default();
/// options.set("Threads", "2");
/// options.set("Hash", "16");
/// options.set("Threads", "4");
/// let options: Vec<(&str, &str)> = options.iter().collect();
/// assert_eq!(options, [("Threads", "4"), ("Hash", "16")]);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct EngineOptions(Vec<(String, String)>);

impl EngineOptions {
    /// Sets an option. An option that is already set keeps its position.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }

    /// Returns the value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns an iterator over the names and values, in the order in which they are sent.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Returns an iterator over the names, in the order in which they are sent.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(name, _)| name)
    }

    /// Returns `true` if no options are set.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Index<&str> for EngineOptions {
    type Output = str;

    /// Returns the value of an option.
    ///
    /// # Panics
    ///
    /// Panics if the option is not set.
    fn index(&self, name: &str) -> &str {
        self.get(name).expect("the option is set")
    }
}

impl fmt::Debug for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl Serialize for EngineOptions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in self.iter() {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for EngineOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Options;

        impl<'de> Visitor<'de> for Options {
            type Value = EngineOptions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("values of options by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EngineOptions, A::Error> {
                let mut options = EngineOptions::default();
                while let Some((name, value)) = map.next_entry::<String, String>()? {
                    options.set(name, value);
                }
                Ok(options)
            }
        }

        deserializer.deserialize_map(Options)
    }
}
