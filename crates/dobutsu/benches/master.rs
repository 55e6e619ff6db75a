//! The Master's speed on one thread and its signature, for each board.

use banmen_dobutsu::BoardName;
use banmen_dobutsu::search::signature;
mod common;
use common::Stopwatch;

fn main() {
    for board in BoardName::ALL {
        let started = Stopwatch::start();
        let nodes = signature(board);
        let seconds = started.seconds();
        println!(
            "{:8} signature {nodes:>10}  {seconds:6.2} s  {:5.2} M nodes/s",
            board.to_string(),
            nodes as f64 / seconds / 1e6
        );
    }
}
