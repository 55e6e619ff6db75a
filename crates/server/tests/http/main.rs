//! The server over real connections.

mod bot;
mod chaos;
mod clocks;
mod common;
mod fairness;
mod guard;
mod jobs;
mod keeping;
mod live;
mod nodes;
mod operations;
#[path = "../postgres/mod.rs"]
mod postgres;
mod seats;
mod shape;
mod storage;
mod studies;
mod tables;
