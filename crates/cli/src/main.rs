//! The command `banmen`.

fn main() {}
