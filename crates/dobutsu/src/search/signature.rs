//! One number that changes whenever the search does anything differently.

use super::{AnyEngine, Request};
use crate::position::{AnyBoard, BoardName, Position};
use banmen_core::Limits;

/// How deep the positions are searched.
const DEPTH: u32 = 15;
/// The table's size, part of what the number depends on.
const TABLE: usize = 16 << 20;

/// Positions of each board: the start, and the middle of games.
const fn positions(board: BoardName) -> &'static [&'static str] {
    match board {
        BoardName::Deer => &[
            "gel1d/1ccc1/5/1CCC1/D1LEG[-] w",
            "gel2/1C1cd/5/1CcLE/D3G[Cc] b",
            "g1ld1/1c2C/1C1E1/E3c/D1L1G[Cc] w",
            "D1cEd/4l/1cc1G/4E/1L1C+c[Gc] b",
            "ge2+C/2lC1/1Cd2/2C1E/+c1L1G[Dc] w",
            "1el1d/gc3/2c1c/1C1C1/D1LEG[C] b",
        ],
        BoardName::Classic => &["gle/1c1/1C1/ELG[-] w", "2e/gl1/L1G/C2[Ce] b", "1g1/1L1/2E/lG1[ecc] w"],
        BoardName::Gorogoro => &[
            "sgkgs/5/1ppp1/1PPP1/5/SGKGS[-] w",
            "2k1g/2gs1/GpPP1/1P3/SKGS1/5[SPP] w",
            "s4/Pgk1s/2p2/2PGG/Sp2G/3KS[Pp] b",
        ],
    }
}

/// The nodes that one thread needs for some positions of a board. The same program gives the same number on every machine.
///
/// Forced ends that are found early shorten it, so it measures no speed by itself; divided by its time it does.
pub fn signature(board: BoardName) -> u64 {
    let mut engine = AnyEngine::new(board, TABLE);
    let limits = Limits { depth: Some(DEPTH), ..Limits::none() };
    let mut nodes = 0;
    for text in positions(board) {
        let start = AnyBoard::from_text(board, text).expect("these positions are tested");
        if let Some(found) = engine.search(&Position::from_board(start), &limits, &Request::default(), &mut |_| ()) {
            nodes += found.info.nodes;
        }
    }
    nodes
}
