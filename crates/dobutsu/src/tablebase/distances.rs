//! The table in memory and in a file: blocks of packed bytes, each unpacked when it is asked for.

use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};

use banmen_core::{Limits, Progress, Stop};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;
use sha2::{Digest, Sha256};

use super::index::Index;
use super::retrograde::{self, DECIDED, MOST_MOVES, TAKES_LION};

/// The first bytes of every table file; the last one is the version.
const MAGIC: &[u8; 16] = b"banmen.dobutsu\x00\x01";
/// Positions per block: small enough to unpack for one question, large enough to pack well.
const BLOCK: usize = 1 << 15;
/// Bytes before the packed blocks: magic, number of positions, longest distance, number of blocks, checksum.
const HEADER: usize = 16 + 4 + 4 + 4 + 32;
/// How hard to pack, of 1 to 10: beyond this the file hardly shrinks.
const PACKING: u8 = 4;
/// How many unpacked blocks are kept for the next question.
const KEPT: usize = 64;
/// The stored byte of a drawn position; d + 1 stands for a distance of d plies, odd distances are wins.
pub(super) const DRAWN: u8 = 0;

/// Every position of the 3×4 game with its distance to the end.
pub struct Tablebase {
    pub(super) index: Index,
    longest: u8,
    /// Where each block begins in `packed`; one more at the end.
    starts: Vec<u32>,
    packed: Vec<u8>,
    recent: Mutex<Vec<(usize, Arc<[u8]>)>>,
}

/// Why a table could not be read.
#[derive(Debug, thiserror::Error)]
pub enum TablebaseError {
    /// Reading failed.
    #[error("the table could not be read: {0}")]
    Io(#[from] io::Error),
    /// Some other file.
    #[error("this is not a table of animal shogi")]
    Foreign,
    /// Written by another version of the program.
    #[error("the table was written by another version of the program; build it again")]
    OtherVersion,
    /// The end is missing.
    #[error("the table is cut off: it has {found} bytes, expected {expected}")]
    Truncated {
        /// Bytes there are.
        found: usize,
        /// Bytes there should be.
        expected: usize,
    },
    /// The content is not what was written.
    #[error("the table is damaged: its checksum does not fit; build it again")]
    Damaged,
}

impl Tablebase {
    /// Solves the game; about two minutes. The limits' memory is not asked: it takes 250 MB, and about 60 MB afterwards.
    pub fn build(limits: &Limits, report: &mut dyn FnMut(Progress)) -> Result<Tablebase, Stop> {
        let index = Index::new();
        let solved = retrograde::solve(&index, limits, report)?;
        let budget = limits.start();
        let mut starts = vec![0];
        let mut packed = Vec::new();
        let blocks = solved.codes.len().div_ceil(BLOCK);
        for (number, codes) in solved.codes.chunks(BLOCK).enumerate() {
            budget.stop(0).map_or(Ok(()), Err)?;
            packed.extend(compress_to_vec(&stored(codes), PACKING));
            starts.push(packed.len() as u32);
            if number % 64 == 0 {
                let fraction = Some(0.95 + 0.05 * number as f64 / blocks as f64);
                report(Progress { depth: Some(u32::from(solved.longest)), fraction, ..Progress::default() });
            }
        }
        Ok(Tablebase { index, longest: solved.longest, starts, packed, recent: Mutex::default() })
    }

    /// The longest distance to the end in the whole game, in plies.
    pub fn longest(&self) -> u8 {
        self.longest
    }

    /// How many positions have a number in the table.
    pub fn len(&self) -> u32 {
        self.index.len()
    }

    /// Whether there is nothing in it, which never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the table.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let body = self.body();
        out.write_all(MAGIC)?;
        for number in [self.len(), u32::from(self.longest), (self.starts.len() - 1) as u32] {
            out.write_all(&number.to_le_bytes())?;
        }
        out.write_all(&checksum(&body, &self.packed))?;
        out.write_all(&body)?;
        out.write_all(&self.packed)?;
        out.flush()
    }

    fn body(&self) -> Vec<u8> {
        self.starts.iter().flat_map(|start| start.to_le_bytes()).collect()
    }

    /// Reads a table and checks that it is whole.
    pub fn read(source: &mut impl Read) -> Result<Tablebase, TablebaseError> {
        let index = Index::new();
        let mut header = [0; HEADER];
        let mut found = 0;
        while found < HEADER {
            match source.read(&mut header[found..])? {
                0 => break,
                bytes => found += bytes,
            }
        }
        let magic = &header[..MAGIC.len()];
        if magic[..found.min(15)] != MAGIC[..found.min(15)] || found == 0 {
            return Err(TablebaseError::Foreign);
        }
        if found < HEADER {
            return Err(TablebaseError::Truncated { found, expected: HEADER });
        }
        let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes"));
        let (len, longest, blocks) = (word(16), word(20), word(24) as usize);
        if magic != MAGIC || len != index.len() || blocks != (len as usize).div_ceil(BLOCK) || longest > 190 {
            return Err(TablebaseError::OtherVersion);
        }
        let mut body = vec![0; (blocks + 1) * 4];
        let complain = |found: usize, expected: usize| TablebaseError::Truncated { found, expected };
        read_whole(source, &mut body)?.map_err(|read| complain(HEADER + read, HEADER + body.len()))?;
        let starts: Vec<u32> =
            body.chunks_exact(4).map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes"))).collect();
        let size = starts[blocks] as usize;
        if starts.windows(2).any(|pair| pair[0] > pair[1]) || size > len as usize {
            return Err(TablebaseError::Damaged);
        }
        let mut packed = vec![0; size];
        let before = HEADER + body.len();
        read_whole(source, &mut packed)?.map_err(|read| complain(before + read, before + size))?;
        if checksum(&body, &packed) != header[28..HEADER] {
            return Err(TablebaseError::Damaged);
        }
        Ok(Tablebase { index, longest: longest as u8, starts, packed, recent: Mutex::default() })
    }

    /// The stored byte of a number.
    pub(super) fn stored(&self, number: u32) -> u8 {
        let (block, within) = (number as usize / BLOCK, number as usize % BLOCK);
        let mut recent = self.recent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(place) = recent.iter().position(|(kept, _)| *kept == block) {
            let hit = recent.remove(place);
            let byte = hit.1[within];
            recent.push(hit);
            return byte;
        }
        let bytes = self.unpack(block);
        if recent.len() == KEPT {
            recent.remove(0);
        }
        let byte = bytes[within];
        recent.push((block, bytes.into()));
        byte
    }

    fn unpack(&self, block: usize) -> Vec<u8> {
        let packed = &self.packed[self.starts[block] as usize..self.starts[block + 1] as usize];
        let mut bytes = decompress_to_vec_with_limit(packed, BLOCK).expect("the checksum was right");
        bytes.resize(BLOCK, DRAWN);
        bytes
    }

    /// Every stored byte, unpacked: for work that asks of all positions.
    pub(super) fn unpacked(&self) -> Vec<u8> {
        let mut all = Vec::with_capacity(self.len() as usize + BLOCK);
        for block in 0..self.starts.len() - 1 {
            all.extend(self.unpack(block));
        }
        all.truncate(self.len() as usize);
        all
    }
}

/// The bytes to keep of a block. Where the lion can be taken the table is not needed, so the byte before is repeated there,
/// which packs best.
fn stored(codes: &[u8]) -> Vec<u8> {
    let mut last = DRAWN;
    let keep = |&code: &u8| {
        last = match code {
            TAKES_LION => last,
            0..=MOST_MOVES => DRAWN,
            _ => code - DECIDED + 1,
        };
        last
    };
    codes.iter().map(keep).collect()
}

fn checksum(body: &[u8], packed: &[u8]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(body);
    hasher.update(packed);
    hasher.finalize().into()
}

/// Fills `buffer`, or tells how many bytes there were.
fn read_whole(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<Result<(), usize>> {
    let mut read = 0;
    while read < buffer.len() {
        match source.read(&mut buffer[read..])? {
            0 => return Ok(Err(read)),
            bytes => read += bytes,
        }
    }
    Ok(Ok(()))
}
