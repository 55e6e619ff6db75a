//! The server over real connections.

mod chaos;
mod clocks;
mod common;
mod fairness;
mod guard;
mod jobs;
mod live;
mod nodes;
#[path = "../postgres/mod.rs"]
mod postgres;
mod shape;
mod studies;
mod tables;
