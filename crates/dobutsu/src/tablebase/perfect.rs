//! The player who cannot be beaten where the game can be held: it reads its moves from the table.

use banmen_core::{Limits, Player, Progress, Text, Turn};

use super::distances::Tablebase;
use super::library::library;
use super::probe::TablebaseValue;
use crate::{AnyBoard, Classic, Move, MoveList, PieceBoard, Position};

impl Tablebase {
    /// Every move with what it is worth to the side that makes it, best first. `None` if the table does not know the position.
    pub fn moves(&self, board: &PieceBoard<Classic>) -> Option<Vec<(Move, TablebaseValue)>> {
        let mut list = MoveList::default();
        board.moves(&mut list);
        let mut moves = Vec::with_capacity(list.len());
        for &m in list.iter() {
            moves.push((m, self.probe(&board.after(m))?.before()));
        }
        moves.sort_by_key(|(_, verdict)| -verdict.merit());
        Some(moves)
    }
}

/// How far the table has got, in words.
pub(crate) fn building(progress: &Progress) -> Text {
    let percent = progress.fraction.map_or(0.0, |fraction| fraction * 100.0).floor() as u32;
    Text::new("analysis.building_table").with("percent", percent)
}

/// Plays the classic board from the table; where the table does not reach, as another player would.
pub struct Perfect<P> {
    stand_in: P,
}

impl<P> Perfect<P> {
    /// A perfect player; `stand_in` decides where there is no table (another board, or it was not waited for).
    pub fn new(stand_in: P) -> Perfect<P> {
        library().prepare();
        Perfect { stand_in }
    }
}

impl<P: Player<Position>> Player<Position> for Perfect<P> {
    /// Waits for the table while it is being built, whatever the time limit, unless it is told to stop.
    fn choose(&mut self, position: &Position, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<Move> {
        let Turn::Seat { seat } = banmen_core::Game::turn(position) else { return None };
        let mut told = |progress: Progress| {
            let doing = building(&progress);
            report(Progress { doing: Some(doing), ..progress });
        };
        if let AnyBoard::Classic(board) = position.board()
            && let Some(table) = library().wait(&limits.cancel, &mut told)
            && let Some(moves) = table.moves(board)
            && let Some(&(best, verdict)) = moves.first()
        {
            let score = Some(verdict.told(seat));
            report(Progress { nodes: moves.len() as u64, score, line: vec![best.to_string()], ..Progress::default() });
            return Some(best);
        }
        self.stand_in.choose(position, limits, report)
    }
}
