//! A database on another server, offered on this server's web page.

use std::io::{self, Read as _};

use reynard_web::{RemoteAnswer, RemoteDatabase, RemoteQuestion, ServedRemote};

use super::RemoteBase;

/// Maximum size of a forwarded response, in bytes.
const LIMIT: u64 = 64 << 20;

impl RemoteBase {
    /// Returns the database in the form that the server of the page needs.
    pub(crate) fn served(self) -> ServedRemote {
        ServedRemote::new(self)
    }
}

impl RemoteDatabase for RemoteBase {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn games(&self) -> u64 {
        self.games
    }

    fn ask(&self, question: &RemoteQuestion<'_>) -> io::Result<RemoteAnswer> {
        let answer = match question.fields {
            Some(fields) => {
                let fields = serde_json::from_str(fields).map_err(io::Error::other)?;
                self.request(question.path, Some(&self.with_db(&fields)))
            }
            None => self.request(&format!("{}{}", question.path, self.query()), None),
        };
        let answer = answer.map_err(|reason| io::Error::other(format!("{self}: {reason}")))?;
        let status = answer.status();
        let mut body = Vec::new();
        answer.into_body(LIMIT).read_to_end(&mut body)?;
        Ok(RemoteAnswer { status, body })
    }
}
