//! go
fn main() {
    let mut a = std::env::args().skip(1);
    let ms: u64 = a.next().unwrap().parse().unwrap();
    let fen: Vec<String> = a.collect();
    let pos: reynard::Position = if fen.is_empty() { reynard::Position::startpos() } else { fen.join(" ").parse().unwrap() };
    let mut e = reynard_engine::Engine::new(64).unwrap();
    let l = reynard_engine::Limits { move_time: Some(std::time::Duration::from_millis(ms)), ..Default::default() };
    let mut r = e.search(&reynard::Game::from(pos), &l, &Default::default(), &mut |l| println!("{} {} {} {:?} {:?} {} {:?}", l.depth, l.selective_depth, l.score, l.bound, l.time, l.nodes, l.moves));
    r.lines.clear();
    println!("{r:?} nps {}", r.nodes as f64 / r.time.as_secs_f64());
}
