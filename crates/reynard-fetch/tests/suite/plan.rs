//! The requests of a fetch, and the place from which the next one goes on.

use reynard_fetch::{AccountFetch, AccountProgress, FetchTask, GameMonth, SiteAddresses};

const DAY: i64 = 86_400_000;

fn fetch(account: &str, progress: &AccountProgress, since: Option<i64>) -> AccountFetch {
    AccountFetch::new(account.parse().expect("an account"), progress.clone(), since)
}

fn urls(fetch: &mut AccountFetch) -> Vec<String> {
    let mut urls = Vec::new();
    while let Some(task) = fetch.next_task().cloned() {
        urls.push(fetch.request(&task, &SiteAddresses::default()).url);
        fetch.finish(None, 0);
    }
    urls
}

#[test]
fn lichess_goes_on_with_the_newest_game_and_asks_for_long_games_again() {
    let mut first = fetch("lichess:Me", &AccountProgress::default(), None);
    first.add_game(Some(5_000 * DAY));
    first.add_game(None);
    first.add_game(Some(4_999 * DAY));
    let first_urls = urls(&mut first);
    assert_eq!(first_urls.len(), 1);
    assert!(
        first_urls[0].contains("/api/games/user/Me?sort=dateAsc")
            && !first_urls[0].contains("since")
    );
    let mut next = fetch("lichess:Me", first.progress(), None);
    let urls = urls(&mut next);
    assert!(urls[0].ends_with(&format!("&since={}", 5_000 * DAY)), "{urls:?}");
    let long = format!("&perfType=correspondence&since={}", 4_634 * DAY);
    assert!(urls[1].ends_with(&long), "{urls:?}");
    // A long game does not move the place at which the next fetch goes on.
    let mut other = fetch("lichess:Me", first.progress(), None);
    other.finish(None, 0);
    other.add_game(Some(9_000 * DAY));
    assert_eq!(other.progress().until, Some(5_000 * DAY));
}

#[test]
fn an_earlier_beginning_and_a_gap_start_anew() {
    let kept = AccountProgress {
        from: Some(100 * DAY),
        until: Some(200 * DAY),
        ..AccountProgress::default()
    };
    let since = |since: Option<i64>| {
        let fetch = fetch("lichess:me", &kept, since);
        match fetch.next_task() {
            Some(FetchTask::LichessGames { since, .. }) => *since,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(since(Some(100 * DAY)), Some(200 * DAY));
    assert_eq!(since(Some(150 * DAY)), Some(200 * DAY));
    assert_eq!(since(Some(50 * DAY)), Some(50 * DAY));
    assert_eq!(since(Some(300 * DAY)), Some(300 * DAY));
    assert_eq!(since(None), None);
}

fn archives(months: &[&str]) -> Vec<u8> {
    let list =
        months.iter().map(|month| format!("\"https://api.chess.com/pub/player/me/games/{month}\""));
    format!("{{\"archives\":[{}]}}", list.collect::<Vec<_>>().join(",")).into_bytes()
}

#[test]
fn a_month_that_had_ended_is_asked_for_once_and_the_running_one_with_its_tag() {
    let list = archives(&["2026/03", "2026/02"]);
    let now = GameMonth::parse("2026/02").expect("a month").end() + 2 * DAY;
    let mut first = fetch("chesscom:Me", &AccountProgress::default(), None);
    let task = first.next_task().cloned().expect("the list");
    let url = first.request(&task, &SiteAddresses::default()).url;
    assert_eq!(url, "https://api.chess.com/pub/player/me/games/archives");
    first.take_archives(&list).expect("a list");
    assert_eq!(first.left(), 2);
    let task = first.next_task().cloned().expect("a month");
    let url = first.request(&task, &SiteAddresses::default()).url;
    assert_eq!(url, "https://api.chess.com/pub/player/me/games/2026/02/pgn");
    first.finish(Some("\"a\"".to_owned()), now);
    first.finish(Some("\"b\"".to_owned()), now);
    let mut next = fetch("chesscom:me", first.progress(), None);
    next.take_archives(&list).expect("a list");
    let task = next.next_task().cloned().expect("the running month");
    assert_eq!(task, FetchTask::ChessComMonth(GameMonth::parse("2026/03").expect("a month")));
    assert_eq!(next.request(&task, &SiteAddresses::default()).etag.as_deref(), Some("\"b\""));
    assert_eq!(next.left(), 1);
    // On the first day of the next month a game may still be on its way.
    let end = GameMonth::parse("2026/03").expect("a month").end();
    let is_complete = |list: &[u8], now| {
        let mut fetch = fetch("chesscom:me", first.progress(), None);
        fetch.take_archives(list).expect("a list");
        fetch.finish(None, now);
        fetch.progress().months["2026/03"].is_complete
    };
    let longer = archives(&["2026/02", "2026/03", "2026/04"]);
    assert!(!is_complete(&longer, end + DAY - 1) && is_complete(&longer, end + DAY));
    // The clock of the machine may be ahead.
    assert!(!is_complete(&list, end + 300 * DAY));
}

#[test]
fn months_before_the_beginning_are_left_out_and_other_hosts_do_not_count() {
    let mut fetch = fetch(
        "chesscom:me",
        &AccountProgress::default(),
        Some(GameMonth::parse("2026/02").expect("a month").end()),
    );
    fetch.take_archives(&archives(&["2026/01", "2026/02", "2026/03", "2026/03"])).expect("a list");
    assert_eq!(urls(&mut fetch).len(), 1);
    let evil = br#"{"archives": ["https://example.org/2026/05"]}"#;
    fetch.take_archives(evil).expect("a list");
    assert_eq!(urls(&mut fetch), ["https://api.chess.com/pub/player/me/games/2026/05/pgn"]);
    for bad in [&b"<html>"[..], b"{}", br#"{"archives": ["x"]}"#, br#"{"archives": ["a/b/../c"]}"#]
    {
        assert!(fetch.take_archives(bad).is_err(), "{}", String::from_utf8_lossy(bad));
    }
    assert!(fetch.take_archives(br#"{"archives": []}"#).is_ok());
}

// A limit that no answer names: lichess-org/lila#16821, lichess-org/api#637.
#[test]
fn after_an_answer_of_many_games_the_rest_is_asked_for() {
    let mut fetch = fetch("lichess:me", &AccountProgress::default(), None);
    for (games, is_last) in [(5_000, false), (1_000, false), (999, true)] {
        let begin = fetch.progress().until.unwrap_or(0);
        for game in 1..=games {
            fetch.add_game(Some(begin + game));
        }
        fetch.finish(None, 0);
        assert_eq!(fetch.next_task().is_none(), is_last, "{games}");
    }
    // A thousand games of one moment, again and again, do not go on.
    let progress = AccountProgress { until: Some(7), ..AccountProgress::default() };
    let mut fetch = AccountFetch::new("lichess:me".parse().expect("an account"), progress, None);
    (0..1_000).for_each(|_| fetch.add_game(Some(7)));
    fetch.finish(None, 0);
    assert_eq!(fetch.left(), 1, "the correspondence games");
}
