//! How a certificate is written: a few lines that people can read, an empty line, and the winner's moves, compressed.

use std::fmt;
use std::str::FromStr;

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;
use serde::Serialize;
use thiserror::Error;

use crate::board::{Board, Jumps, Stone};
use crate::rules::{Rules, traditional_openings};

/// What a game starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position; a full board for the traditional game.
    pub board: Board,
    /// Whether both players first remove a stone.
    pub traditional: bool,
    /// How far jumps go.
    pub jumps: Jumps,
}

impl Setup {
    /// What the first player may choose, and then what the other may choose, before the first player jumps.
    pub fn openings(&self) -> Vec<Vec<Board>> {
        if self.traditional { traditional_openings(&self.board) } else { vec![vec![self.board]] }
    }
}

/// Who wins if one player starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// Who starts.
    pub first: Stone,
    /// Who wins.
    pub winner: Stone,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} first, {} wins", self.first, self.winner)
    }
}

/// Winning strategies from one start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What the games start from.
    pub setup: Setup,
    /// Whether parts are told apart by following captures.
    pub captures: bool,
    /// What is proved.
    pub claims: Vec<Claim>,
    /// The winner's moves as numbers, 7 bits a byte, the lowest first.
    pub moves: Vec<u8>,
}

/// Text or bytes that make no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CertificateError {
    /// A line of the head.
    #[error("line {line}: {why}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The head does not end.
    #[error("there is no empty line between the head and the moves")]
    Head,
    /// The moves cannot be unpacked.
    #[error("the moves after the head are damaged: {0}")]
    Moves(String),
}

const TITLE: &str = "banmen konane certificate 2";
/// Moves are unpacked up to this many bytes.
const MOST_BYTES: usize = 1 << 30;
const LEVEL: u8 = 9;

impl Certificate {
    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let Setup { board, traditional, jumps } = self.setup;
        let start = if traditional { "traditional" } else { "board" };
        let split = if self.captures { "captures" } else { "closure" };
        let mut head = format!("{TITLE}\nstart {start} {}\njumps {jumps}\nsplit {split}\n", board.line());
        for claim in &self.claims {
            head.push_str(&format!("claim {claim}\n"));
        }
        head.push('\n');
        let mut bytes = head.into_bytes();
        bytes.extend(compress_to_vec_zlib(&self.moves, LEVEL));
        bytes
    }

    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Certificate, CertificateError> {
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or(CertificateError::Head)?;
        let wrong = |line: usize, why: &str| CertificateError::Line { line, why: why.to_owned() };
        let head = std::str::from_utf8(&bytes[..end]).map_err(|_| wrong(1, "this is not text"))?;
        let (mut setup, mut jumps, mut captures, mut claims) = (None, None, None, Vec::new());
        for (index, text) in head.lines().enumerate() {
            let line = index + 1;
            let (key, rest) = text.split_once(' ').unwrap_or((text, ""));
            match (index, key) {
                (0, _) if text == TITLE => {}
                (0, _) => return Err(wrong(line, &format!("`{TITLE}` was expected"))),
                (_, "start") => setup = Some(start(rest).map_err(|why| wrong(line, &why))?),
                (_, "jumps") => {
                    jumps = Some(match rest {
                        "any" => Jumps::Any,
                        "final" => Jumps::Final,
                        _ => return Err(wrong(line, "`any` or `final` was expected")),
                    });
                }
                (_, "split") => {
                    captures = Some(match rest {
                        "captures" => true,
                        "closure" => false,
                        _ => return Err(wrong(line, "`captures` or `closure` was expected")),
                    });
                }
                (_, "claim") => claims.push(rest.parse().map_err(|why: String| wrong(line, &why))?),
                _ => return Err(wrong(line, &format!("`{key}` is not known here"))),
            }
        }
        let lines = head.lines().count();
        let missing = |what: &str| wrong(lines, &format!("the head ends without a line `{what} …`"));
        let (board, traditional) = setup.ok_or_else(|| missing("start"))?;
        let jumps = jumps.ok_or_else(|| missing("jumps"))?;
        let captures = captures.ok_or_else(|| missing("split"))?;
        if claims.is_empty() {
            return Err(missing("claim"));
        }
        if traditional && claims.iter().any(|claim: &Claim| claim.first == Stone::White) {
            return Err(wrong(lines, "Black starts the traditional game"));
        }
        let moves = decompress_to_vec_zlib_with_limit(&bytes[end + 2..], MOST_BYTES)
            .map_err(|error| CertificateError::Moves(error.to_string()))?;
        Ok(Certificate { setup: Setup { board, traditional, jumps }, captures, claims, moves })
    }
}

fn start(text: &str) -> Result<(Board, bool), String> {
    let (kind, board) = text.split_once(' ').ok_or("`board` or `traditional` and rows were expected")?;
    let board: Board = board.parse().map_err(|error: crate::BoardError| error.to_string())?;
    match kind {
        "board" => Ok((board, false)),
        "traditional" => {
            let full = Rules::traditional(board.rows() as u8, board.cols() as u8).board();
            if full.is_ok_and(|full| full == board) {
                Ok((board, true))
            } else {
                Err("the traditional game starts from a full chequered board with a black lower left corner".to_owned())
            }
        }
        _ => Err(format!("`board` or `traditional` was expected, not `{kind}`")),
    }
}

impl FromStr for Claim {
    type Err = String;

    fn from_str(text: &str) -> Result<Claim, String> {
        let all = Stone::BOTH.into_iter().flat_map(|first| Stone::BOTH.map(|winner| Claim { first, winner }));
        let mut same = all.filter(|claim| claim.to_string() == text);
        same.next().ok_or_else(|| "a claim like `black first, white wins` was expected".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certificate() -> Certificate {
        Certificate {
            setup: Setup { board: "BW./.W.".parse().unwrap(), traditional: false, jumps: Jumps::Final },
            captures: true,
            claims: vec![Claim { first: Stone::White, winner: Stone::Black }],
            moves: vec![1, 2, 0x83, 1],
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let written = certificate().write();
        assert!(written.starts_with(
            b"banmen konane certificate 2\nstart board BW./.W.\njumps final\nsplit captures\nclaim white first, black wins\n\n"
        ));
        assert_eq!(Certificate::read(&written), Ok(certificate()));
        let full = Setup { board: Board::chequered(4, 5).unwrap(), traditional: true, jumps: Jumps::Any };
        let claims = vec![Claim { first: Stone::Black, winner: Stone::White }];
        let traditional = Certificate { setup: full, claims, ..certificate() };
        assert_eq!(Certificate::read(&traditional.write()), Ok(traditional));
    }

    #[test]
    fn reject_damage_and_say_where() {
        let written = certificate().write();
        let changed = |from: &str, to: &str| {
            let end = written.windows(2).position(|pair| pair == b"\n\n").unwrap();
            let head = String::from_utf8(written[..end].to_vec()).unwrap().replace(from, to);
            let bytes = [head.as_bytes(), &written[end..]].concat();
            Certificate::read(&bytes).unwrap_err().to_string()
        };
        assert!(changed("certificate 2", "certificate 9").starts_with("line 1: "));
        assert!(changed("BW.", "B?.").starts_with("line 2: row 1"), "{}", changed("BW.", "B?."));
        assert!(changed("start board", "start traditional").starts_with("line 2: the traditional game"));
        assert!(changed("final", "double").starts_with("line 3: "));
        assert!(changed("captures", "luck").starts_with("line 4: "));
        assert!(changed("black wins", "nobody wins").starts_with("line 5: "));
        assert!(changed("\nclaim white first, black wins", "").contains("without a line `claim"));
        for place in written.len() - 4..written.len() {
            let mut bytes = written.clone();
            bytes[place] ^= 4;
            let error = Certificate::read(&bytes).unwrap_err();
            assert!(matches!(error, CertificateError::Moves(_)), "{error}");
        }
        assert_eq!(Certificate::read(b"banmen konane certificate 2\n"), Err(CertificateError::Head));
    }
}
