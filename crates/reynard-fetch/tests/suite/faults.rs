//! Answers that are late, cut, endless or of another kind.

use std::io::Read;
use std::time::{Duration, Instant};

use reynard_fetch::{
    AnswerMeaning, HttpClient, HttpClientOptions, HttpError, HttpRequest, HttpToken,
};
use reynard_testkit::{ReplyEnd, ScriptedServer, ServerReply};

fn client() -> HttpClient {
    let options = HttpClientOptions {
        read_timeout: Duration::from_millis(500),
        ..HttpClientOptions::new("tester/1.0")
    };
    HttpClient::new(&options).expect("a client")
}

/// Serves one answer, and returns the body with the error at its end.
fn body_of(reply: ServerReply) -> (String, Option<String>) {
    let server = ScriptedServer::start(move |_| reply.clone());
    let answer = client().get(&HttpRequest::new(server.url())).expect("an answer");
    let mut body = Vec::new();
    let error = answer.into_body(10_000).read_to_end(&mut body).err();
    (String::from_utf8_lossy(&body).into_owned(), error.map(|error| error.to_string()))
}

#[test]
fn whole_answers_end_without_an_error() {
    let whole = |body: &str| (body.to_owned(), None);
    assert_eq!(body_of(ServerReply::ok("text/plain", "1. e4 *")), whole("1. e4 *"));
    let chunks = ServerReply::chunked("text/plain", &["1. e4", " *\n", "\n"]);
    assert_eq!(body_of(chunks), whole("1. e4 *\n\n"));
    assert_eq!(body_of(ServerReply::raw("HTTP/1.1 200 OK\r\n\r\n1. d4 *")), whole("1. d4 *"));
    assert_eq!(body_of(ServerReply::ok("text/plain", "")), whole(""));
}

#[test]
fn a_cut_answer_ends_with_an_error_after_what_came() {
    for cut in 1..=7 {
        let (body, error) = body_of(ServerReply::ok("text/plain", "1. e4 *").cut(cut));
        assert!("1. e4 *".starts_with(&body) && body.len() == 7 - cut, "{cut}: {body}");
        assert!(error.is_some(), "{cut}");
    }
    let chunks = ServerReply::chunked("text/plain", &["1. e4", " *\n"]);
    // The end of the chunks has five bytes, and that of the last one two.
    for cut in 1..=8 {
        let (body, error) = body_of(chunks.clone().cut(cut));
        assert!("1. e4 *\n".starts_with(&body), "{cut}: {body}");
        assert!(error.is_some() || cut <= 2, "{cut}: {body}");
    }
}

#[test]
fn a_wrong_length_is_an_error_if_it_is_too_long_and_a_cut_if_it_is_too_short() {
    let reply = |length| {
        ServerReply::raw(format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n1. e4 *"))
    };
    let (body, error) = body_of(reply("9"));
    assert!(body == "1. e4 *" && error.is_some(), "{body} {error:?}");
    assert_eq!(body_of(reply("4")), ("1. e".to_owned(), None));
    let server = ScriptedServer::start(move |_| reply("many"));
    assert!(client().get(&HttpRequest::new(server.url())).is_err());
}

#[test]
fn an_endless_answer_ends_at_the_limit() {
    let mut reply = ServerReply::raw("HTTP/1.1 200 OK\r\n\r\n");
    reply.end = ReplyEnd::Repeat(b"1. e4 e5 ".repeat(100));
    let (body, error) = body_of(reply);
    assert!(body.len() <= 10_000, "{}", body.len());
    assert!(error.expect("an error").contains("limit"));
}

#[test]
fn a_server_that_falls_silent_is_left_after_the_timeout() {
    let start = Instant::now();
    for bytes in ["", "HTTP/1.1 200"] {
        let mut reply = ServerReply::raw(bytes);
        reply.end = ReplyEnd::Silence;
        let server = ScriptedServer::start(move |_| reply.clone());
        let error = client().get(&HttpRequest::new(server.url())).expect_err("no answer");
        assert_eq!(error, HttpError::Timeout);
    }
    let mut reply = ServerReply::raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1. e4");
    reply.end = ReplyEnd::Silence;
    let (body, error) = body_of(reply);
    assert!(body == "1. e4" && error.is_some(), "{body} {error:?}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn redirects_are_followed_five_times_and_a_token_goes_to_the_first_host_only() {
    let target = ScriptedServer::start(|_| ServerReply::ok("text/plain", "here"));
    let address = target.url();
    let server = ScriptedServer::start(move |head| {
        let place =
            if head.starts_with("GET /loop") { "/loop".to_owned() } else { address.clone() };
        ServerReply::raw(format!(
            "HTTP/1.1 302 Found\r\nLocation: {place}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        ))
    });
    let mut request = HttpRequest::new(server.url());
    request.token = HttpToken::new("secret");
    let mut body = String::new();
    let answer = client().get(&request).expect("an answer");
    answer.into_body(100).read_to_string(&mut body).expect("a body");
    assert_eq!(body, "here");
    let has_token = |heads: &[String]| heads.iter().any(|head| head.contains("secret"));
    assert!(has_token(&server.requests()));
    assert!(!has_token(&target.requests()), "{:?}", target.requests());
    let error = client().get(&HttpRequest::new(format!("{}/loop", server.url())));
    assert_eq!(error.err(), Some(HttpError::Redirect));
    assert_eq!(server.requests().len(), 1 + 6);
}

#[test]
fn requests_name_the_program_the_type_and_the_version_that_is_there() {
    let server = ScriptedServer::start(|_| {
        ServerReply::raw("HTTP/1.1 304 Not Modified\r\nETag: \"abc\"\r\n\r\n")
    });
    let mut request = HttpRequest::new(server.url());
    request.accept = Some("application/x-chess-pgn");
    request.etag = Some("\"abc\"".to_owned());
    let answer = client().get(&request).expect("an answer");
    assert_eq!(answer.meaning(), AnswerMeaning::NotModified);
    assert_eq!(answer.header("ETag"), Some("\"abc\""));
    let head = server.requests().remove(0).to_lowercase();
    for line in [
        "user-agent: tester/1.0\r\n",
        "accept: application/x-chess-pgn\r\n",
        "if-none-match: \"abc\"\r\n",
    ] {
        assert!(head.contains(line), "{line}: {head}");
    }
}

#[test]
fn a_closed_port_and_an_empty_answer_are_named() {
    let gone = ScriptedServer::start(|_| ServerReply::raw(""));
    let error = client().get(&HttpRequest::new(gone.url())).expect_err("an empty answer");
    assert!(matches!(error, HttpError::Connection(_) | HttpError::Protocol(_)), "{error}");
    let url = gone.url();
    drop(gone);
    let error = client().get(&HttpRequest::new(url)).err();
    assert!(matches!(error, Some(HttpError::Connection(_))), "{error:?}");
}
