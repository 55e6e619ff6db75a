//! RenLib's libraries (`.lib`), reading only: a tree of moves on a board of 15 with comments and marks.
//!
//! After a header of 20 bytes come nodes of two bytes each, a place and flags, in the order of a walk through the tree that
//! finishes a move before it goes to the next one beside it.

use banmen_core::{Event, ExchangeError, LONGEST_COMMENT, MAX_NODES, Node, Replay, Sign, SignKind, Study};

use crate::view::square;
use crate::{Playable, Point, Position, Rule, Rules, Size};

/// The header's beginning and end; the two bytes between are the version.
const MAGIC: [u8; 8] = [0xff, b'R', b'e', b'n', b'L', b'i', b'b', 0xff];
const HEADER: usize = 20;

/// Another move beside this one follows when everything after it has been told.
const DOWN: u32 = 0x80;
/// Nothing comes after this move.
const RIGHT: u32 = 0x40;
const OLD_COMMENT: u32 = 0x20;
const MARK: u32 = 0x10;
const COMMENT: u32 = 0x08;
const NO_MOVE: u32 = 0x02;
const EXTENSION: u32 = 0x01;
const BOARD_TEXT: u32 = 0x100;

/// Between the two parts of a comment.
const PARTS: u8 = 8;

fn malformed(at: usize, what: impl std::fmt::Display) -> ExchangeError {
    ExchangeError::Malformed(format!("LIB: byte {at}: {what}"))
}

/// Reads a library; the bytes are the characters U+0000 to U+00FF.
pub fn read(text: &str) -> Result<Study, ExchangeError> {
    let bytes: Option<Vec<u8>> = text.chars().map(|sign| u8::try_from(u32::from(sign)).ok()).collect();
    let bytes = bytes.ok_or_else(|| malformed(0, "this is text; a library is made of bytes"))?;
    if bytes.len() < HEADER || bytes[..8] != MAGIC || bytes[10..HEADER].iter().any(|&byte| byte != 0xff) {
        return Err(malformed(0, "a library begins with RenLib's name and version"));
    }
    if bytes[8] != 3 {
        return Err(malformed(8, format!("version {}.{} is not read; expected version 3", bytes[8], bytes[9])));
    }
    // Libraries are about renju; one with moves that renju forbids is read as a library of gomoku.
    tree(&bytes, Rule::Renju).or_else(|_| tree(&bytes, Rule::Freestyle))
}

/// A node as it is written.
struct Entry {
    at: usize,
    place: u8,
    flags: u32,
    comment: String,
    board_text: String,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn pair(&mut self) -> Result<[u8; 2], ExchangeError> {
        let Some(&[one, other]) = self.bytes.get(self.at..self.at + 2) else {
            return Err(malformed(self.at, "the library ends in the middle of a node"));
        };
        self.at += 2;
        Ok([one, other])
    }

    /// Text up to a zero, in pairs of bytes.
    fn text(&mut self) -> Result<String, ExchangeError> {
        let mut text = Vec::new();
        loop {
            let pair = self.pair()?;
            let end = pair.iter().position(|&byte| byte == 0);
            text.extend_from_slice(&pair[..end.unwrap_or(2)]);
            if end.is_some() {
                break;
            }
        }
        let lines: Vec<String> = text.split(|&byte| byte == PARTS).map(words).filter(|part| !part.is_empty()).collect();
        Ok(lines.join("\n").chars().take(LONGEST_COMMENT).collect())
    }

    fn entry(&mut self) -> Result<Entry, ExchangeError> {
        let at = self.at;
        let [place, flags] = self.pair()?;
        let mut flags = u32::from(flags);
        if flags & EXTENSION != 0 {
            let [low, high] = self.pair()?;
            flags |= u32::from(low) << 16 | u32::from(high) << 8;
        }
        let comment = if flags & (COMMENT | OLD_COMMENT) != 0 { self.text()? } else { String::new() };
        let board_text = if flags & BOARD_TEXT != 0 { self.text()? } else { String::new() };
        Ok(Entry { at, place, flags, comment, board_text })
    }
}

/// Text as UTF-8, or else a character for each byte.
fn words(bytes: &[u8]) -> String {
    let text =
        std::str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|&byte| char::from(byte)).collect(), str::to_owned);
    text.replace("\r\n", "\n").trim().to_owned()
}

fn tree(bytes: &[u8], rule: Rule) -> Result<Study, ExchangeError> {
    let rules = Rules::new(Size::FIFTEEN, rule);
    let mut study = Study::new::<Position>(Position::ID, &rules);
    let start = Replay::<Position>::start(&rules).expect("gomoku can be played under all of its rules");
    let mut reader = Reader { bytes, at: HEADER };
    // The line in sight, and for each move that has another one beside it the length of the line before it.
    let mut path: Vec<(usize, Replay<Position>)> = vec![(0, start)];
    let mut beside: Vec<usize> = Vec::new();
    let mut first = true;
    while reader.at + 2 <= bytes.len() {
        let entry = reader.entry()?;
        let (parent, replay) = path.last().expect("the start stays on the path").clone();
        // The root of a library is a node without a place.
        let is_root = std::mem::take(&mut first) && entry.place == 0;
        let length = path.len();
        let node = if is_root || entry.flags & NO_MOVE != 0 {
            if !is_root {
                path.push((parent, replay));
            }
            parent
        } else {
            let point = point(entry.place).ok_or_else(|| malformed(entry.at, "a place that is not on the board"))?;
            let event = Event::Move(point.to_string());
            let mut after = replay;
            after.apply(&event).map_err(|why| malformed(entry.at, why))?;
            if study.nodes.len() > MAX_NODES {
                return Err(malformed(entry.at, format!("more than {MAX_NODES} positions are not read")));
            }
            let number = study.nodes.len();
            study.nodes.push(Node {
                after: (parent + 1 != number).then_some(parent as u32),
                event: Some(event),
                ..Node::default()
            });
            // What is written on the board stands on the point that the move would be played on.
            if entry.flags & MARK != 0 || !entry.board_text.is_empty() {
                let label = Some(entry.board_text.chars().take(4).collect()).filter(|text: &String| !text.is_empty());
                let kind = if label.is_some() { SignKind::Label } else { SignKind::Circle };
                study.nodes[parent].signs.push(Sign { at: square(Size::FIFTEEN, point), kind, label });
                study.nodes[parent].signs.truncate(banmen_core::MOST_SIGNS);
            }
            path.push((number, after));
            number
        };
        say(&mut study.nodes[node], &entry.comment);
        if entry.flags & DOWN != 0 {
            beside.push(length);
        }
        if entry.flags & RIGHT != 0 {
            match beside.pop() {
                Some(length) => path.truncate(length.max(1)),
                None => break,
            }
        }
    }
    Ok(study)
}

fn say(node: &mut Node, comment: &str) {
    if comment.is_empty() {
        return;
    }
    if !node.comment.is_empty() {
        node.comment.push('\n');
    }
    node.comment.push_str(comment);
    if node.comment.chars().count() > LONGEST_COMMENT {
        node.comment = node.comment.chars().take(LONGEST_COMMENT).collect();
    }
}

/// The place of a byte: the column counted from 1 in the low half, the row counted from the top in the high half.
fn point(place: u8) -> Option<Point> {
    let (column, row) = ((place & 15).checked_sub(1)?, place >> 4);
    Point::new(column, 14_u8.checked_sub(row)?).filter(|&point| Size::FIFTEEN.contains(point))
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

    /// A library of these nodes, as text.
    fn library(nodes: &[u8]) -> String {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([3, 4]);
        bytes.extend([0xff; 10]);
        bytes.extend(nodes);
        bytes.into_iter().map(char::from).collect()
    }

    #[test]
    fn accept_a_tree_with_comments_and_marks() {
        // h8, then h9 with i9 after it, or i8 with a comment, or g8 with a mark.
        let nodes =
            [&[0, 0, 0x78, 0, 0x68, 0x80, 0x69, 0x40, 0x79, 0x88 | 0x40][..], b"one\x08two\0", &[0x77, 0x50]].concat();
        let study = read(&library(&nodes)).unwrap();
        let moves: Vec<String> = study
            .nodes
            .iter()
            .filter_map(|node| match &node.event {
                Some(Event::Move(text)) => Some(text.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(moves, ["h8", "h9", "i9", "i8", "g8"]);
        let parents: Vec<_> = (0..6).map(|number| study.parent(number)).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(2), Some(1), Some(1)]);
        assert_eq!(study.nodes[4].comment, "one\ntwo");
        assert_eq!(study.nodes[1].signs.len(), 1);
        assert_eq!(study.rules["rule"], "renju");
    }

    #[test]
    fn a_library_with_moves_that_renju_forbids_is_one_of_gomoku() {
        // Black makes a double three on h8.
        let places = [0x68, 0x11, 0x58, 0x1f, 0x77, 0xe1, 0x76, 0xef, 0x78];
        let nodes: Vec<u8> = places.iter().flat_map(|&place| [place, 0]).collect();
        assert_eq!(read(&library(&nodes)).unwrap().rules["rule"], "freestyle");
    }

    #[test]
    fn a_large_library_is_read_whole() {
        // Every first move with every second one.
        let places: Vec<u8> = (0..15_u8).flat_map(|row| (1..=15_u8).map(move |column| row << 4 | column)).collect();
        let mut nodes = Vec::new();
        for &first in &places {
            nodes.extend([first, if Some(&first) == places.last() { 0 } else { DOWN as u8 }]);
            let seconds: Vec<u8> = places.iter().copied().filter(|&second| second != first).collect();
            for &second in &seconds {
                let beside = if Some(&second) == seconds.last() { 0 } else { DOWN };
                nodes.extend([second, (RIGHT | beside) as u8]);
            }
        }
        let study = read(&library(&nodes)).unwrap();
        assert_eq!(study.nodes.len(), 1 + 225 + 225 * 224);
        let children = study.children();
        assert_eq!(children[0].len(), 225);
        assert!(children[0].iter().all(|&first| children[first].len() == 224));
    }

    #[test]
    fn reject_what_is_no_library() {
        assert!(read("hello").unwrap_err().to_string().contains("begins with RenLib's name"));
        assert!(read("五").unwrap_err().to_string().contains("made of bytes"));
        assert!(read(&library(&[]).replace('\u{3}', "\u{2}")).unwrap_err().to_string().contains("version 2.4"));
        assert!(read(&library(&[0x78, 8, b'x'])).unwrap_err().to_string().contains("byte 22"));
        assert!(read(&library(&[0x78, 0, 0x78, 0])).unwrap_err().to_string().contains("byte 22"));
        assert!(read(&library(&[0x70, 0])).unwrap_err().to_string().contains("not on the board"));
    }

    #[test]
    fn random_libraries_never_panic_and_what_is_read_can_be_played() {
        let mut random = Random::new(6);
        for _ in 0..3000 {
            let length = random.below(60) as usize;
            let nodes: Vec<u8> = (0..length)
                .map(|index| {
                    let byte = random.below(256) as u8;
                    if index % 2 == 1 && random.percent(80) { byte & 0xc0 } else { byte }
                })
                .collect();
            if let Ok(study) = read(&library(&nodes)) {
                study.walk::<Position>(Position::ID, &mut |_, _| {}).unwrap();
            }
        }
    }
}
