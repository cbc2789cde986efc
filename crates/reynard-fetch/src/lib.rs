#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod account_fetch;
mod account_progress;
mod answer_meaning;
mod game_account;
mod game_month;
mod game_time;
mod http_answer;
mod http_client;
mod http_error;
mod http_request;

pub use account_fetch::{AccountFetch, FetchTask, InvalidArchives, LichessGames, SiteAddresses};
pub use account_progress::{AccountProgress, MonthProgress};
pub use answer_meaning::AnswerMeaning;
pub use game_account::{GameAccount, GameSite, InvalidAccount};
pub use game_month::GameMonth;
pub use game_time::{since_millis, utc_millis};
pub use http_answer::{HttpAnswer, HttpBody};
pub use http_client::{HttpClient, HttpClientOptions, HttpProxy, HttpRedirects, PlainTokens};
pub use http_error::HttpError;
pub use http_request::{HttpRequest, HttpToken};
