//! Searches that are stopped and go on later: the table of verdicts in a file.

use std::io::{self, Read, Write};

use banmen_core::Limits;
use thiserror::Error;

use crate::outcome::prover::Prover;
use crate::outcome::verdicts::{BUCKET_BYTES, Verdicts};
use crate::verify::Setup;

/// Why a search cannot go on from a file.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no such file, or of another version.
    #[error("this is not a search that was stopped: `{TITLE}` was expected")]
    Title,
    /// It belongs to another question.
    #[error("the search in the file is about `{found}`, not `{expected}`")]
    Other {
        /// What the file is about.
        found: String,
        /// What was asked.
        expected: String,
    },
    /// Its table does not fit.
    #[error("the table in the file needs at least {needed} bytes of memory")]
    Memory {
        /// How many bytes the limit has to allow.
        needed: u64,
    },
    /// It is cut off or changed.
    #[error("the file is damaged at entry {entry}")]
    Damaged {
        /// Counted from 1.
        entry: u64,
    },
}

const TITLE: &str = "banmen konane search 2";
/// The longest line of the head: a board of the largest size and a few words.
const LONGEST_LINE: usize = 1024;

fn about(setup: &Setup) -> String {
    let start = if setup.traditional { "traditional" } else { "board" };
    format!("{start} {} jumps {}", setup.board.line(), setup.jumps)
}

/// A sum of everything that is written or read, so that a changed byte is noticed.
#[derive(Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, words: [u64; 3]) {
        for word in words {
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
}

impl Prover {
    /// Writes down what is remembered, so that the search can go on later. Says how many sums that are.
    pub fn save(&self, setup: &Setup, to: &mut dyn Write) -> io::Result<u64> {
        let Some(verdicts) = self.verdicts() else { return Ok(0) };
        let (first_buckets, doublings) = verdicts.size();
        write!(to, "{TITLE}\n{}\n{first_buckets} {doublings}\n", about(setup))?;
        let mut checksum = Checksum::default();
        let mut count = 0;
        for (bucket, [tag, data]) in verdicts.filled() {
            let words = [bucket as u64, tag, data];
            checksum.add(words);
            for word in words {
                to.write_all(&word.to_le_bytes())?;
            }
            count += 1;
        }
        for word in [u64::MAX, count, checksum.0] {
            to.write_all(&word.to_le_bytes())?;
        }
        to.flush()?;
        Ok(count)
    }

    /// Goes on from what another prover wrote down about the same start. Says how many sums are known.
    pub fn resume(&mut self, setup: &Setup, from: &mut dyn Read, limits: &Limits) -> Result<u64, CheckpointError> {
        if line(from)? != TITLE {
            return Err(CheckpointError::Title);
        }
        let (found, expected) = (line(from)?, about(setup));
        if found != expected {
            return Err(CheckpointError::Other { found, expected });
        }
        let size = line(from)?;
        let (first_buckets, doublings) = size.split_once(' ').ok_or(CheckpointError::Title)?;
        let first_buckets: usize = first_buckets.parse().map_err(|_| CheckpointError::Title)?;
        let doublings: u32 = doublings.parse().map_err(|_| CheckpointError::Title)?;
        let buckets = 1u64.checked_shl(doublings).unwrap_or(u64::MAX).saturating_mul(first_buckets as u64);
        let needed = buckets.saturating_mul(BUCKET_BYTES as u64).saturating_mul(4) / 3 + (1 << 20);
        let openings = setup.openings();
        let Some(board) = openings.iter().flatten().next() else { return Ok(0) };
        if !self.make_room(board, first_buckets, doublings, limits) {
            return Err(CheckpointError::Memory { needed });
        }
        let verdicts = self.verdicts().expect("room was made");
        let read = restore(verdicts, from);
        if read.is_err() {
            self.forget();
        }
        read
    }
}

fn restore(verdicts: &Verdicts, from: &mut dyn Read) -> Result<u64, CheckpointError> {
    let mut checksum = Checksum::default();
    let mut count = 0;
    loop {
        let damaged = CheckpointError::Damaged { entry: count + 1 };
        let mut words = [0u64; 3];
        for word in &mut words {
            let mut bytes = [0; 8];
            match from.read_exact(&mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Err(damaged),
                read => read?,
            }
            *word = u64::from_le_bytes(bytes);
        }
        let [bucket, tag, data] = words;
        if bucket == u64::MAX {
            return if [tag, data] == [count, checksum.0] { Ok(count) } else { Err(damaged) };
        }
        checksum.add(words);
        if !verdicts.restore(usize::try_from(bucket).unwrap_or(usize::MAX), [tag, data]) {
            return Err(damaged);
        }
        count += 1;
    }
}

/// One line of text.
fn line(from: &mut dyn Read) -> Result<String, CheckpointError> {
    let mut text = Vec::new();
    let mut byte = [0];
    loop {
        let read = from.read(&mut byte)?;
        if read == 0 || text.len() >= LONGEST_LINE {
            return Err(CheckpointError::Title);
        }
        if byte[0] == b'\n' {
            return String::from_utf8(text).map_err(|_| CheckpointError::Title);
        }
        text.push(byte[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Jumps, Stone};
    use banmen_core::Stop;

    fn setup() -> Setup {
        Setup { board: Board::chequered(5, 6).unwrap(), traditional: true, jumps: Jumps::Any }
    }

    fn solve(prover: &mut Prover, nodes: u64) -> Result<bool, (Stop, u64)> {
        let found = prover.solve_openings(&setup().openings(), Stone::Black, &Limits::of_nodes(nodes), &mut |_| {});
        found.map(|verdict| verdict.wins).map_err(|(stop, effort)| (stop, effort.positions))
    }

    #[test]
    fn a_search_goes_on_from_a_file() {
        let limits = Limits::none();
        let mut whole = Prover::new(Jumps::Any, Some(1 << 24));
        let wins = solve(&mut whole, u64::MAX).unwrap();
        let mut file = Vec::new();
        let mut rounds = 0;
        let found = loop {
            // Each round is another process that knows only the file.
            let mut prover = Prover::new(Jumps::Any, Some(1 << 24));
            if rounds > 0 {
                assert!(prover.resume(&setup(), &mut file.as_slice(), &limits).unwrap() > 0);
            }
            rounds += 1;
            match solve(&mut prover, 4096) {
                Ok(wins) => break wins,
                Err((stop, _)) => assert_eq!(stop, Stop::Nodes),
            }
            file.clear();
            prover.save(&setup(), &mut file).unwrap();
            assert!(rounds < 200, "the search does not go on");
        };
        assert_eq!(found, wins);
        assert!(rounds > 2, "{rounds}");
    }

    #[test]
    fn reject_files_that_do_not_fit_and_say_why() {
        let mut prover = Prover::new(Jumps::Any, Some(1 << 24));
        solve(&mut prover, 1000).unwrap_err();
        let mut file = Vec::new();
        let count = prover.save(&setup(), &mut file).unwrap();
        let refuse = |setup: &Setup, bytes: &[u8], memory: u64| {
            let mut other = Prover::new(Jumps::Any, Some(memory));
            other.resume(setup, &mut &bytes[..], &Limits::none()).unwrap_err().to_string()
        };
        assert!(refuse(&setup(), b"something else\n", 1 << 24).contains("is not a search"));
        let other = Setup { jumps: Jumps::Final, ..setup() };
        assert!(refuse(&other, &file, 1 << 24).contains("jumps any`, not `traditional"));
        assert!(refuse(&setup(), &file, 1 << 16).contains("needs at least"));
        let short = &file[..file.len() - 30];
        assert_eq!(refuse(&setup(), short, 1 << 24), format!("the file is damaged at entry {count}"));
        let mut changed = file.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        assert!(refuse(&setup(), &changed, 1 << 24).contains("damaged at entry"));
        assert!(prover.resume(&setup(), &mut file.as_slice(), &Limits::none()).is_ok());
    }
}
