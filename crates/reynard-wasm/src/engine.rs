//! The engine, running on one thread.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Display;
use std::time::Duration;

use reynard_engine::{Clock, Host, HostError, Session};
use reynard_nnue::Network;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn performance_now() -> f64;

    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn console_error(text: &str);

    /// A JavaScript function that receives a line.
    #[wasm_bindgen(js_name = Function, typescript_type = "(line: string) => void")]
    #[derive(Clone, Debug)]
    pub type LineListener;

    #[wasm_bindgen(method, catch)]
    fn call(this: &LineListener, receiver: &JsValue, line: &str) -> Result<JsValue, JsValue>;
}

thread_local! {
    /// The listener of each session. A host must be `Send`, which a JavaScript function is not, so
    /// the listeners are stored here.
    static LISTENERS: RefCell<HashMap<u32, LineListener>> = RefCell::default();
}

/// Returns the package version.
///
/// ```
/// assert!(reynard_wasm::version().starts_with("0."));
/// ```
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Makes panics report their message; otherwise JavaScript would see only `unreachable`.
#[wasm_bindgen(start)]
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| console_error(&format!("Reynard: {panic}"))));
}

/// A UCI session on one thread. A search runs within [`EngineSession::line`], which returns after
/// `bestmove`. A page should run the session in a worker and terminate the worker to stop a search.
#[wasm_bindgen(js_name = Engine)]
#[derive(Debug)]
pub struct EngineSession {
    id: u32,
    session: Session,
}

/// A host that passes the lines of a session to its listener.
struct Listener {
    id: u32,
    network: Option<Box<[u8]>>,
}

/// Name under which a session finds the network passed to it.
const NETWORK_NAME: &str = "loaded";

impl Host for Listener {
    fn line(&mut self, line: &dyn Display) {
        let listener = LISTENERS.with_borrow(|listeners| listeners.get(&self.id).cloned());
        if let Some(listener) = listener {
            // An exception of the listener is the listener's own affair.
            let _ = listener.call(&JsValue::NULL, &line.to_string());
        }
    }

    fn open_network(&mut self, path: &str) -> Result<Network, HostError> {
        let bytes = self.network.as_ref().ok_or_else(|| format!("{path}: no network is loaded"))?;
        Network::parse(bytes).map_err(|error| format!("{path}: {error}").into())
    }
}

#[wasm_bindgen(js_class = Engine)]
impl EngineSession {
    /// Creates a session that passes each line of its output to `listener`, a function of one
    /// argument. If `network` contains the bytes of a network file, the engine evaluates with that
    /// network, otherwise with the classic evaluation.
    #[wasm_bindgen(constructor)]
    pub fn new(listener: LineListener, network: Option<Box<[u8]>>) -> Self {
        let id = LISTENERS.with_borrow_mut(|listeners| {
            let id = (0..=u32::MAX).find(|id| !listeners.contains_key(id)).unwrap_or_default();
            listeners.insert(id, listener);
            id
        });
        let has_network = network.is_some();
        let mut session = Session::new(Listener { id, network }).with_clock(Clock::new(|| {
            Duration::try_from_secs_f64(performance_now() / 1000.0).unwrap_or_default()
        }));
        if has_network {
            let _ = session.line(&format!("setoption name EvalFile value {NETWORK_NAME}"));
            let _ = session.line("setoption name Evaluation value network");
        }
        Self { id, session }
    }

    /// Executes a UCI command. Returns `false` after `quit`.
    pub fn line(&mut self, line: &str) -> bool {
        self.session.line(line).is_continue()
    }
}

impl Drop for EngineSession {
    fn drop(&mut self) {
        LISTENERS.with_borrow_mut(|listeners| listeners.remove(&self.id));
    }
}
