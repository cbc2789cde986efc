//! Counting methods, and detection of those that the processor supports.

use core::fmt;
use core::str::FromStr;

/// A counting method.
///
/// All methods return the same counts. The first three use a private board and differ only in the
/// processor they require. The last two use the public move generator and exist for comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// Eight positions at a time: AVX-512 with BW, DQ, VL, VBMI2, VPOPCNTDQ and GFNI (Intel Ice
    /// Lake, AMD Zen 4 and later).
    Avx512,
    /// Four positions at a time: AVX2 with BMI1, BMI2, LZCNT and POPCNT (Intel Haswell, AMD Zen and
    /// later). PEXT is not used, since it is slow on some of these processors.
    Avx2,
    /// One position at a time in ordinary registers, on any processor.
    Portable,
    /// The public generator of the `reynard` crate: moves are listed, but those of the last ply are
    /// only counted.
    List,
    /// The public generator, with the moves of the last ply also played.
    Full,
}

impl Method {
    /// All methods, fastest first.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Portable, Self::List, Self::Full];

    /// Returns the fastest method that this processor supports.
    ///
    /// ```
    /// use reynard_perft::Method;
    ///
    /// assert!(Method::detect().is_supported());
    /// ```
    pub fn detect() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }

    /// Returns the methods that this processor supports, fastest first.
    ///
    /// ```
    /// use reynard_perft::Method;
    ///
    /// assert!(Method::available().any(|method| method == Method::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|method| method.is_supported())
    }

    /// Returns `true` if this processor supports the method.
    ///
    /// ```
    /// use reynard_perft::Method;
    ///
    /// assert!(Method::Portable.is_supported());
    /// ```
    pub fn is_supported(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => crate::arch::avx512::Avx512::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => crate::arch::avx2::Avx2::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Portable | Self::List | Self::Full => true,
        }
    }

    /// Returns `true` if the method uses the private board instead of the public generator.
    pub(crate) const fn is_private(self) -> bool {
        matches!(self, Self::Avx512 | Self::Avx2 | Self::Portable)
    }

    /// Returns the method's name, as it is parsed and printed.
    ///
    /// ```
    /// use reynard_perft::Method;
    ///
    /// assert_eq!(Method::Avx512.name(), "avx512");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
            Self::List => "list",
            Self::Full => "full",
        }
    }
}

impl Default for Method {
    /// Returns the fastest method that this processor supports.
    fn default() -> Self {
        Self::detect()
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = ParseMethodError;

    /// Parses the name of a method; `auto` is the fastest one that this processor supports.
    ///
    /// ```
    /// use reynard_perft::Method;
    ///
    /// assert_eq!("portable".parse(), Ok(Method::Portable));
    /// assert_eq!("auto".parse(), Ok(Method::detect()));
    /// assert!("quick".parse::<Method>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, ParseMethodError> {
        if name == "auto" {
            return Ok(Self::detect());
        }
        Self::ALL.into_iter().find(|method| method.name() == name).ok_or(ParseMethodError)
    }
}

/// The error returned for text that is not the name of a [`Method`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMethodError;

impl fmt::Display for ParseMethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the methods are auto")?;
        Method::ALL.into_iter().try_for_each(|method| write!(f, ", {method}"))
    }
}

impl core::error::Error for ParseMethodError {}
