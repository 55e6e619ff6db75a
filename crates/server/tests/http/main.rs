//! The server over real connections.

mod chaos;
mod common;
mod fairness;
mod guard;
mod jobs;
mod live;
mod shape;
mod tables;
