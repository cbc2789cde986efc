//! The WebSocket of an engine: UCI lines in both directions.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, interval, timeout};

use super::app::App;
use super::engine::Engine;
use super::uci_filter::{Filtered, Reader, filter};

/// Maximum number of answers in one message.
const TOGETHER: usize = 64;

/// Passes lines between a page and an engine until one of them ends, or until the page has been
/// silent for too long. Engine 0 is Reynard's own; the others are the programs in the settings.
pub(super) async fn drive(
    mut socket: WebSocket,
    app: Arc<App>,
    number: usize,
    permit: OwnedSemaphorePermit,
) {
    let program = number.checked_sub(1).and_then(|index| app.programs.get(index));
    let (started, reader) = match program {
        Some((program, _)) => (program.start(&app.tables), Reader::Program),
        None => (Engine::start(app.engine, app.tables.clone()), Reader::Own),
    };
    let reason = match started {
        Ok(mut engine) => pass(&mut socket, &mut engine, reader, &app).await,
        Err(error) => Some(format!("the engine cannot be started: {error}")),
    };
    if let Some(reason) = reason {
        let close = CloseFrame { code: close_code::POLICY, reason: reason.into() };
        let _ = timeout(app.limits.request, socket.send(Message::Close(Some(close)))).await;
    }
    drop(permit);
}

/// Passes lines between a page and an engine. Returns the reason for closing the socket if the page
/// is still connected.
async fn pass(
    socket: &mut WebSocket,
    engine: &mut Engine,
    reader: Reader,
    app: &App,
) -> Option<String> {
    let mut pings = interval((app.limits.silence / 3).max(Duration::from_millis(10)));
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        for line in text.lines() {
                            let refused = match filter(line, app.engine, reader) {
                                Filtered::Passed(line) => {
                                    if engine.lines.try_send(line).is_err() {
                                        return Some("too many commands".to_owned());
                                    }
                                    continue;
                                }
                                Filtered::Refused(reason) => reason,
                                Filtered::Ended => return Some("quit".to_owned()),
                            };
                            if !send(socket, refused, app.limits.request).await {
                                return None;
                            }
                        }
                    }
                    Some(Ok(Message::Binary(_))) => return Some("lines of text are expected".to_owned()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                }
            }
            answer = engine.answers.recv() => {
                let Some(mut text) = answer else { return Some("the engine has ended".to_owned()) };
                for _ in 1..TOGETHER {
                    let Ok(answer) = engine.answers.try_recv() else { break };
                    text.push('\n');
                    text.push_str(&answer);
                }
                if !send(socket, text, app.limits.request).await {
                    return None;
                }
            }
            _ = pings.tick() => {
                if heard.elapsed() >= app.limits.silence {
                    return Some("no word from the page".to_owned());
                }
                let ping = socket.send(Message::Ping(Vec::new().into()));
                if !matches!(timeout(app.limits.request, ping).await, Ok(Ok(()))) {
                    return None;
                }
            }
        }
    }
}

/// Sends a message. Returns `false` if the page does not accept it in time.
async fn send(socket: &mut WebSocket, text: String, time: Duration) -> bool {
    matches!(timeout(time, socket.send(Message::Text(text.into()))).await, Ok(Ok(())))
}
