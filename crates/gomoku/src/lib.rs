//! Gomoku and renju: rules, patterns, threats, search, the Gomocup protocol.

pub mod analysis;
pub mod classic;
pub mod computer;
pub mod engine;
pub mod levels;
pub mod notation;
pub mod pbrain;
pub mod playable;
pub mod point;
pub mod position;
pub mod psq;
pub mod puzzles;
pub mod renju;
pub mod renlib;
pub mod rules;
pub mod sgf;
pub mod size;
pub mod solve;
pub mod stone;
pub mod stone_board;
pub mod threats;
pub mod view;
pub mod windows;

pub use banmen_core::Playable;
pub use classic::{Classic, Novice};
pub use point::{Direction, Point};
pub use position::Position;
pub use renju::{Forbidden, forbidden, forbidden_points};
pub use rules::{Rule, Rules};
pub use size::Size;
pub use stone::Stone;
pub use stone_board::StoneBoard;
pub use windows::Windows;
