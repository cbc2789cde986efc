//! The network compiled into the program.

use alloc::sync::Arc;
use std::sync::LazyLock;

use crate::network::Network;

/// Contents of the network file.
const FILE: &[u8] = include_bytes!("../nets/default.rnn");

impl Network {
    /// Returns the network compiled into the program; `lab/networks/n12.md` describes how it was
    /// trained.
    ///
    /// The file is parsed once, on the first call.
    ///
    /// ```
    /// use reynard_nnue::Network;
    /// use reynard_nnue::reynard::Position;
    ///
    /// let up_a_queen: Position = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1".parse()?;
    /// assert!(Network::embedded().evaluate(&up_a_queen) > 300);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Network>> =
            LazyLock::new(|| Arc::new(Network::parse(FILE).expect("the committed network")));
        Arc::clone(&EMBEDDED)
    }

    /// Returns the contents of the network file compiled into the program, for programs that pass
    /// it on.
    ///
    /// ```
    /// use reynard_nnue::Network;
    ///
    /// let network = Network::parse(Network::embedded_file())?;
    /// assert_eq!(network.to_bytes(), Network::embedded().to_bytes());
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub const fn embedded_file() -> &'static [u8] {
        FILE
    }
}
