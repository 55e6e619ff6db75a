//! Random numbers of the operating system, and what is made of them.

use banmen_table::{Moment, names};

use crate::time;

/// Random bytes of the operating system.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system has random numbers");
    bytes
}

/// A random number, for players with noise.
pub fn random_u64() -> u64 {
    u64::from_le_bytes(random_bytes())
}

/// Now, with fresh random bytes, for one command at a table.
pub fn moment() -> Moment {
    Moment { now_ms: time::now_ms(), random: random_bytes() }
}

/// A new job's name, which is also what allows stopping it.
pub fn job_name() -> String {
    names::token(&random_bytes())
}
