//! A corpus of games that the engine plays against itself, as material for training a network.
//!
//! A corpus is a folder: [`plan.json`](Plan) says how its games are played, and each file `*.games` (a *shard*) is a series
//! of compressed [blocks](block) of games. Game `n` of a plan is always the same game, whoever plays it, so making a corpus can
//! stop at any time, go on later and use any number of threads. `train/README.md` describes the format for readers in other
//! languages.

pub mod block;
pub mod folder;
pub mod game;
pub mod make;
pub mod plan;
pub mod selfplay;
pub mod shapes;

pub use folder::{Corpus, CorpusError};
pub use game::{Ending, Flags, Game, Label};
pub use make::{Made, make};
pub use plan::{Plan, Share};
pub use selfplay::SelfPlay;
pub use shapes::annotate;
