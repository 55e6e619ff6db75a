//! The Master's speed on one thread and its signature, for each board or for those named:
//! `cargo bench -p banmen-dobutsu --bench master -- deer`.

use banmen_dobutsu::BoardName;
use banmen_dobutsu::search::signature;
use cpu_time::ProcessTime;

fn main() {
    let named: Vec<BoardName> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    let boards = if named.is_empty() { BoardName::ALL.to_vec() } else { named };
    for board in boards {
        let started = ProcessTime::now();
        let nodes = signature(board);
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{:8} signature {nodes:>10}  {seconds:6.2} s  {:5.2} M nodes/s",
            board.to_string(),
            nodes as f64 / seconds / 1e6
        );
    }
}
