//! Headers that every answer contains.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The headers. They prevent the page from loading anything from other origins and from being
/// framed, and they allow it to share memory between threads.
const HEADERS: [(HeaderName, &str); 8] = [
    // The page asks for engines and databases only where it reads this.
    (header::SERVER, concat!("reynard/", env!("CARGO_PKG_VERSION"))),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Adds the headers that every answer contains.
pub(super) fn add(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
}
