//! The server: settings, the listener, and its connections.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::num::NonZero;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{interval, sleep, timeout};

use super::addresses::Addresses;
use super::app::App;
use super::data::Data;
use super::engine::open_tables;
use super::error::ServeError;
use super::guard::Guard;
use super::http::router;
use super::limits::Limits;
use super::notebook::ServedNotebook;
use super::program::EngineProgram;
use super::question_rate::{Peer, QuestionRate};
use super::remote_database::ServedRemote;
use super::uci_filter::EngineLimits;
use crate::PageFile;

/// Settings of a [`Server`].
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// Address to listen on; port 0 selects any free port.
    pub listen: SocketAddr,
    /// Maximum number of threads per engine.
    pub threads: usize,
    /// Maximum size of an engine's transposition table in MiB.
    pub hash: usize,
    /// External engines, in addition to Reynard's own.
    pub engines: Vec<EngineProgram>,
    /// Time limit for each external engine to answer `uci`.
    pub start_timeout: Duration,
    /// Folders with Syzygy tablebases.
    pub tables: Vec<PathBuf>,
    /// Databases of games.
    pub databases: Vec<PathBuf>,
    /// Databases on other servers.
    pub remotes: Vec<ServedRemote>,
    /// PGN files, each of which is available as a database until the server ends.
    pub games: Vec<PathBuf>,
    /// The learner's notebook, to which the page may add.
    pub notebook: Option<ServedNotebook>,
    /// Files of the page.
    pub files: Vec<PageFile>,
    /// Limits on connections and queries.
    pub limits: Limits,
}

impl Default for ServerSettings {
    /// Listens on 127.0.0.1:8765 and serves the built-in page. An engine may use one thread and a
    /// 64 MiB transposition table. External engines have 10 s to answer `uci`.
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 8765).into(),
            threads: 1,
            hash: 64,
            engines: Vec::new(),
            start_timeout: Duration::from_secs(10),
            tables: Vec::new(),
            databases: Vec::new(),
            remotes: Vec::new(),
            games: Vec::new(),
            notebook: None,
            files: PageFile::all().to_vec(),
            limits: Limits::default(),
        }
    }
}

/// A server for the page, with the engines, tablebases and databases on this machine.
///
/// The server answers only requests that name this machine and come from its own page. It requires
/// a token if other machines can reach it. It never opens a file whose name was sent by a page.
///
/// ```
/// use std::net::Ipv4Addr;
///
/// use reynard_web::{Server, ServerSettings};
///
/// let listen = (Ipv4Addr::LOCALHOST, 0).into();
/// let server = Server::bind(ServerSettings { listen, ..ServerSettings::default() })?;
/// assert!(server.url().starts_with("http://127.0.0.1:"));
/// server.run(|| true)?;
/// # Ok::<(), reynard_web::ServeError>(())
/// ```
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
}

/// Interval at which the server checks whether it should stop.
const TURN: Duration = Duration::from_millis(50);
/// Maximum number of queries that wait for other servers at the same time.
const REMOTE_PLACES: usize = 16;
/// Time allowed for connections to end when the server stops.
const ENDING: Duration = Duration::from_secs(30);

impl Server {
    /// Opens databases and tablebases, queries external engines for their names, and starts
    /// listening.
    ///
    /// # Errors
    ///
    /// Returns [`ServeError`] if the server cannot listen on the address, a file cannot be opened,
    /// or a program is not a UCI engine.
    ///
    /// ```
    /// use reynard_web::{ServeError, Server, ServerSettings};
    ///
    /// let settings =
    ///     ServerSettings { databases: vec!["none.rdb".into()], ..ServerSettings::default() };
    /// assert!(matches!(Server::bind(settings), Err(ServeError::Open(..))));
    /// ```
    pub fn bind(settings: ServerSettings) -> Result<Self, ServeError> {
        let tables = if settings.tables.is_empty() {
            None
        } else {
            // The error names the folder.
            Some(open_tables(&settings.tables).map_err(ServeError::Io)?.tables)
        };
        let mut programs = Vec::new();
        for program in settings.engines {
            let name = program.introduce(settings.start_timeout)?;
            programs.push((program, name));
        }
        let data = Data::open(&settings.databases, settings.remotes, &settings.games, tables)?;
        let listener = TcpListener::bind(settings.listen)
            .map_err(|error| ServeError::Listen(settings.listen, error))?;
        listener.set_nonblocking(true).map_err(ServeError::Io)?;
        let address = listener.local_addr().map_err(ServeError::Io)?;
        let token = if address.ip().is_loopback() { None } else { Some(token()?) };
        let app = App {
            guard: Guard::new(address, token),
            data,
            notebook: settings.notebook,
            engine: EngineLimits { threads: settings.threads.max(1), hash: settings.hash.max(1) },
            programs,
            tables: settings.tables,
            limits: settings.limits,
            sockets: Arc::new(Semaphore::new(settings.limits.sockets)),
            questions: Arc::new(Semaphore::new(2)),
            long_questions: Arc::new(Semaphore::new(heavy_places())),
            heavy_questions: Arc::new(Semaphore::new(heavy_places())),
            remote_questions: Arc::new(Semaphore::new(REMOTE_PLACES)),
            heavy_addresses: Arc::default(),
            rate: QuestionRate::new(&settings.limits),
            files: App::table(&settings.files),
        };
        Ok(Self { listener, address, app })
    }

    /// Returns the address on which the server listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the URL of the page, which contains the token if other machines can reach the
    /// server.
    ///
    /// ```
    /// use reynard_web::{Server, ServerSettings};
    ///
    /// let listen = "0.0.0.0:0".parse().unwrap();
    /// let server = Server::bind(ServerSettings { listen, ..ServerSettings::default() })?;
    /// assert!(server.url().contains("/?token=") && server.is_reachable_by_others());
    /// # Ok::<(), reynard_web::ServeError>(())
    /// ```
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        match self.app.guard.token() {
            Some(token) => format!("http://{address}/?token={token}"),
            None => format!("http://{address}/"),
        }
    }

    /// Returns `true` if other machines can reach the server.
    pub const fn is_reachable_by_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Serves until `is_over`, which is called several times a second, returns `true`.
    ///
    /// # Errors
    ///
    /// Returns [`ServeError::Io`] if the listener fails.
    ///
    /// ```
    /// # let listen = "127.0.0.1:0".parse().unwrap();
    /// # let settings = reynard_web::ServerSettings { listen, ..Default::default() };
    /// let server = reynard_web::Server::bind(settings)?;
    /// server.run(|| true)?;
    /// # Ok::<(), reynard_web::ServeError>(())
    /// ```
    pub fn run(self, is_over: impl Fn() -> bool) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(ServeError::Io)?;
        let Self { listener, app, .. } = self;
        let result = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let app = Arc::new(app);
            let mut turns = interval(TURN);
            let accepting = accept(&listener, &app);
            let mut accepting = pin!(accepting);
            loop {
                tokio::select! {
                    result = &mut accepting => return result,
                    _ = turns.tick() => if is_over() { return Ok(()) },
                }
            }
        });
        // A question that takes long must not keep the program.
        runtime.shutdown_timeout(TURN);
        result.map_err(ServeError::Io)
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("address", &self.address).finish_non_exhaustive()
    }
}

/// Returns the maximum number of slow queries of one kind that are answered at once. The remaining
/// cores are left for other queries.
fn heavy_places() -> usize {
    available_parallelism().map_or(1, NonZero::get).div_ceil(2).min(4)
}

/// Returns 128 random bits as hexadecimal digits.
fn token() -> Result<String, ServeError> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| ServeError::Io(io::Error::other(error.to_string())))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Accepts connections, limiting their total number and the number from each address.
async fn accept(listener: &tokio::net::TcpListener, app: &Arc<App>) -> io::Result<()> {
    let (limits, service) = (app.limits, router(Arc::clone(app)));
    let connections = Arc::new(Semaphore::new(limits.connections));
    let addresses = Arc::new(Addresses::default());
    loop {
        let permit = Arc::clone(&connections).acquire_owned().await.map_err(io::Error::other)?;
        // An error of one connection before it begins does not end the server.
        let Ok((stream, address)) = listener.accept().await else {
            sleep(TURN).await;
            continue;
        };
        // No address takes all places, whatever it sends.
        let Some(place) = addresses.enter(address.ip(), limits.connections_per_address) else {
            continue;
        };
        let service = service.clone();
        tokio::spawn(async move {
            serve(stream, address.ip(), service, limits).await;
            drop((place, permit));
        });
    }
}

/// Answers the requests of a connection. The connection ends after a time limit, so a slow reader
/// or writer does not occupy a slot for long.
async fn serve(stream: TcpStream, address: IpAddr, service: Router, limits: Limits) {
    let service = TowerToHyperService::new(service);
    let service = service_fn(move |mut request: hyper::Request<_>| {
        request.extensions_mut().insert(Peer(address));
        service.call(request)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head);
    let connection = http.serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection.with_upgrades());
    tokio::select! {
        // Errors are those of the other side.
        _ = &mut connection => return,
        () = sleep(limits.connection) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(ENDING, connection).await;
}
