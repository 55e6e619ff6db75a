//! What shapes alone say of the positions of a corpus, in files beside its shards.
//!
//! A network is taught what has to be added to the evaluation by shapes, so it needs that evaluation for each label. `NAME.shapes` has for
//! each label of `NAME.games`, in order, the score for the side to move `i16` and the
//! [threats](ShapeBoard::threat_mask) `u16`, both little-endian. They follow from the games, so they can be made again at any time.

use std::fs;
use std::path::Path;

use super::folder::{CorpusError, file_error, read_file, shards};
use super::game::Game;
use crate::engine::search::score::MOST_EVAL;
use crate::engine::shape_board::{ShapeBoard, index_of};
use crate::engine::tables::Tables;

/// Writes the files of a folder; how many labels they cover.
pub fn annotate(folder: &Path) -> Result<usize, CorpusError> {
    let mut labels = 0;
    for shard in shards(folder)? {
        let mut bytes = Vec::new();
        read_file(&shard, |game| {
            for (score, threats) in shapes_of(&game) {
                bytes.extend(score.to_le_bytes());
                bytes.extend(threats.to_le_bytes());
                labels += 1;
            }
        })?;
        let path = shard.with_extension("shapes");
        fs::write(&path, bytes).map_err(|error| file_error(&path, error))?;
    }
    Ok(labels)
}

/// The score and the threats of each labelled position of a game.
pub fn shapes_of(game: &Game) -> Vec<(i16, u16)> {
    let mut board = ShapeBoard::new(usize::from(game.rules.size.get()), Tables::shared(game.rules.rule));
    let mut found = Vec::with_capacity(game.labels.len());
    for ply in 0..=game.moves.len() {
        if ply >= game.opening && found.len() < game.labels.len() {
            let score = board.evaluate().clamp(-MOST_EVAL, MOST_EVAL);
            found.push((score as i16, board.threat_mask() as u16));
        }
        if let Some(&at) = game.moves.get(ply) {
            board.place(index_of(at));
        }
    }
    found
}
