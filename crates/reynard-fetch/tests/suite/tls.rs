//! HTTPS: certificates that are trusted, and others.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;

use reynard_fetch::{HttpClient, HttpClientOptions, HttpError, HttpRequest};
use reynard_testkit::scripted_server::read_head;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Certificate of `localhost` for a hundred years, which signs itself, and its key: of no use but
/// here.
const CERTIFICATE: &[u8] = include_bytes!("localhost-certificate.pem");
const KEY: &[u8] = include_bytes!("localhost-key.pem");

/// Serves answers over TLS, one a connection, and returns the port.
fn serve(reply: impl Fn(u16) -> String + Send + 'static) -> u16 {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a pair");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a local port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
            let mut stream = StreamOwned::new(connection, stream);
            // A client that does not trust goes away.
            if read_head(&mut stream).is_ok() {
                let _ = stream.write_all(reply(port).as_bytes());
                stream.conn.send_close_notify();
                let _ = stream.flush();
            }
        }
    });
    port
}

fn get(port: u16, roots: Option<&[u8]>) -> Result<String, HttpError> {
    let options =
        HttpClientOptions { roots: roots.map(<[u8]>::to_vec), ..HttpClientOptions::new("test") };
    let client = HttpClient::new(&options)?;
    let answer = client.get(&HttpRequest::new(format!("https://localhost:{port}/")))?;
    let mut body = String::new();
    answer.into_body(100).read_to_string(&mut body).expect("a body");
    Ok(body)
}

#[test]
fn a_certificate_is_trusted_only_if_its_root_is_named() {
    let port = serve(|_| {
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello".to_owned()
    });
    assert_eq!(get(port, Some(CERTIFICATE)), Ok("hello".to_owned()));
    let error = get(port, None).expect_err("a stranger");
    assert!(matches!(error, HttpError::Certificate(_)), "{error:?}");
}

#[test]
fn a_redirect_from_https_to_http_is_not_followed() {
    let port = serve(|port| {
        format!(
            "HTTP/1.1 302 Found\r\nLocation: http://localhost:{port}/\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n"
        )
    });
    assert_eq!(get(port, Some(CERTIFICATE)), Err(HttpError::Redirect));
}
