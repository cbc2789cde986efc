//! HTTP answers.

use std::fmt;
use std::io::{self, Read};

use ureq::http::Response;
use ureq::{Body, BodyReader};

use crate::AnswerMeaning;

/// The answer to a request: its head, and a body that has not been read yet.
#[derive(Debug)]
pub struct HttpAnswer {
    response: Response<Body>,
}

impl HttpAnswer {
    pub(crate) const fn new(response: Response<Body>) -> Self {
        Self { response }
    }

    /// Returns the status code, such as 200.
    pub fn status(&self) -> u16 {
        self.response.status().as_u16()
    }

    /// Returns the value of a header, or `None` if the header is missing or its value is not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.response.headers().get(name)?.to_str().ok()
    }

    /// Returns the media type without its parameters, in lower case.
    pub fn media_type(&self) -> Option<String> {
        let value = self.header("content-type")?;
        Some(value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
    }

    /// Returns the meaning of the answer.
    pub fn meaning(&self) -> AnswerMeaning {
        AnswerMeaning::of(self.status(), self.header("retry-after"))
    }

    /// Returns the body, limited to `limit` bytes.
    pub fn into_body(self, limit: u64) -> HttpBody {
        HttpBody(self.response.into_body().into_with_config().limit(limit).reader())
    }
}

/// The body of an answer. Reading fails if the connection breaks, if the body is shorter than
/// announced in the head, if no data arrives within the timeout, or if the body exceeds the limit.
pub struct HttpBody(BodyReader<'static>);

impl fmt::Debug for HttpBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HttpBody(..)")
    }
}

impl Read for HttpBody {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}
