//! Games as bytes: columns of numbers, compressed together.
//!
//! A block is `length: u32`, the length of what follows, and a zlib stream. Uncompressed it is a count of games `u32` and then
//! columns, each whole before the next, all numbers little-endian:
//!
//! | column | type | of each |
//! |---|---|---|
//! | number in the plan | `u32` | game |
//! | points a side | `u8` | game |
//! | rule: 0 freestyle, 1 standard, 2 renju | `u8` | game |
//! | result: 1 Black won, 0 draw, -1 White won | `i8` | game |
//! | ending: 0 full board, 1 proved, 2 adjourned | `u8` | game |
//! | moves of the opening | `u16` | game |
//! | moves | `u16` | game |
//! | labels | `u16` | game |
//! | point, `y * side + x` | `u16` | move |
//! | best move: 0 if it was played next, or its point + 1 | `u16` | label |
//! | score for the side to move | `i16` | label |
//! | [flags](super::game::Flags) | `u8` | label |

use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

use super::game::{Ending, Flags, Game, Label};
use crate::Size;
use crate::point::Point;
use crate::rules::{Rule, Rules};

/// Compression level: writing is rare, so the densest that is not slow.
const LEVEL: u8 = 9;
/// Largest uncompressed block that is accepted, in bytes.
const LARGEST: usize = 1 << 28;

/// Writes games as one block.
pub fn encode(games: &[Game]) -> Vec<u8> {
    let mut raw = (games.len() as u32).to_le_bytes().to_vec();
    let point =
        |game: &Game, at: Point| u16::from(at.row()) * u16::from(game.rules.size.get()) + u16::from(at.column());
    raw.extend(games.iter().flat_map(|game| game.number.to_le_bytes()));
    raw.extend(games.iter().map(|game| game.rules.size.get()));
    raw.extend(games.iter().map(|game| code_of(game.rules.rule)));
    raw.extend(games.iter().map(|game| game.result as u8));
    raw.extend(games.iter().map(|game| game.ending as u8));
    raw.extend(games.iter().flat_map(|game| (game.opening as u16).to_le_bytes()));
    raw.extend(games.iter().flat_map(|game| (game.moves.len() as u16).to_le_bytes()));
    raw.extend(games.iter().flat_map(|game| (game.labels.len() as u16).to_le_bytes()));
    for game in games {
        raw.extend(game.moves.iter().flat_map(|&at| point(game, at).to_le_bytes()));
    }
    for game in games {
        raw.extend(game.labels.iter().enumerate().flat_map(|(index, label)| {
            let played = game.moves.get(game.opening + index) == Some(&label.best);
            (if played { 0 } else { point(game, label.best) + 1 }).to_le_bytes()
        }));
    }
    for game in games {
        raw.extend(game.labels.iter().flat_map(|label| (label.score as i16).to_le_bytes()));
    }
    raw.extend(games.iter().flat_map(|game| game.labels.iter().map(|label| label.flags.0)));
    let packed = compress_to_vec_zlib(&raw, LEVEL);
    let mut block = (packed.len() as u32).to_le_bytes().to_vec();
    block.extend(packed);
    block
}

/// Reads the block at the beginning of some bytes; the games, and how many bytes the block takes. `None` if the bytes end within the
/// block or are not one.
pub fn decode(bytes: &[u8]) -> Option<(Vec<Game>, usize)> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    let raw = decompress_to_vec_zlib_with_limit(rest.get(..length)?, LARGEST).ok()?;
    Some((decode_columns(&raw)?, 4 + length))
}

fn decode_columns(raw: &[u8]) -> Option<Vec<Game>> {
    let mut columns = Columns { rest: raw };
    let games = u32::from_le_bytes(*columns.take(4)?.first_chunk()?) as usize;
    let numbers = columns.take(games.checked_mul(4)?)?;
    let [sizes, rules, results, endings] =
        [columns.take(games)?, columns.take(games)?, columns.take(games)?, columns.take(games)?];
    let [openings, moves, labels] = [columns.words(games)?, columns.words(games)?, columns.words(games)?];
    let total = |lengths: &[u16]| lengths.iter().map(|&length| usize::from(length)).sum::<usize>();
    let (all_moves, all_labels) = (total(&moves), total(&labels));
    let mut points = columns.words(all_moves)?.into_iter();
    let mut bests = columns.words(all_labels)?.into_iter();
    let mut scores = columns.words(all_labels)?.into_iter();
    let mut flags = columns.take(all_labels)?.iter();
    columns.rest.is_empty().then_some(())?;
    (0..games)
        .map(|game| {
            let size = Size::try_from(sizes[game]).ok()?;
            let side = u16::from(size.get());
            let at = |point: u16| (point < side * side).then(|| Point::at((point % side) as u8, (point / side) as u8));
            let opening = usize::from(openings[game]);
            let moves: Vec<Point> = points.by_ref().take(usize::from(moves[game])).map(at).collect::<Option<_>>()?;
            let labels = (0..usize::from(labels[game]))
                .map(|index| {
                    let best = match bests.next()? {
                        0 => *moves.get(opening + index)?,
                        point => at(point - 1)?,
                    };
                    Some(Label { best, score: i32::from(scores.next()? as i16), flags: Flags(*flags.next()?) })
                })
                .collect::<Option<Vec<Label>>>()?;
            (opening + labels.len() <= moves.len() + 1).then_some(())?;
            Some(Game {
                number: u32::from_le_bytes(*numbers[4 * game..].first_chunk()?),
                rules: Rules::new(size, rule_of(rules[game])?),
                result: results[game] as i8,
                ending: Ending::from_code(endings[game])?,
                opening,
                moves,
                labels,
            })
        })
        .collect()
}

struct Columns<'a> {
    rest: &'a [u8],
}

impl<'a> Columns<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (column, rest) = self.rest.split_at_checked(bytes)?;
        self.rest = rest;
        Some(column)
    }

    fn words(&mut self, count: usize) -> Option<Vec<u16>> {
        let bytes = self.take(count.checked_mul(2)?)?;
        Some(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect())
    }
}

const fn code_of(rule: Rule) -> u8 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 2,
    }
}

fn rule_of(code: u8) -> Option<Rule> {
    Rule::ALL.into_iter().find(|&rule| code_of(rule) == code)
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

    fn random_game(random: &mut Random) -> Game {
        let side = 9 + random.below(14) as u8;
        let mut at = || Point::at(random.below(u64::from(side)) as u8, random.below(u64::from(side)) as u8);
        let moves: Vec<Point> = (0..30).map(|_| at()).collect();
        let bests: Vec<Point> =
            (0..31).map(|index| *moves.get(index).filter(|_| index % 3 > 0).unwrap_or(&at())).collect();
        let length = random.below(31) as usize;
        let opening = random.below(length as u64 + 1) as usize;
        let labels = random.below((length - opening) as u64 + 2) as usize;
        Game {
            number: random.next_u64() as u32,
            rules: Rules::new(Size::try_from(side).unwrap(), *random.pick(&Rule::ALL).unwrap()),
            result: random.below(3) as i8 - 1,
            ending: Ending::from_code(random.below(3) as u8).unwrap(),
            opening,
            labels: bests[opening..opening + labels]
                .iter()
                .map(|&best| Label {
                    best,
                    score: random.below(60001) as i32 - 30000,
                    flags: Flags(random.below(16) as u8),
                })
                .collect(),
            moves: moves[..length].to_vec(),
        }
    }

    #[test]
    fn blocks_are_read_as_they_were_written() {
        let mut random = Random::new(5);
        for games in 0..60 {
            let games: Vec<Game> = (0..games).map(|_| random_game(&mut random)).collect();
            let block = encode(&games);
            let mut bytes = block.clone();
            bytes.extend([1, 2, 3]);
            assert_eq!(decode(&bytes), Some((games, block.len())));
        }
    }

    #[test]
    fn torn_and_changed_blocks_are_refused() {
        let mut random = Random::new(6);
        let games: Vec<Game> = (0..20).map(|_| random_game(&mut random)).collect();
        let block = encode(&games);
        for length in 0..block.len() {
            assert_eq!(decode(&block[..length]), None);
        }
        for _ in 0..2000 {
            let mut changed = block.clone();
            changed[random.below(block.len() as u64) as usize] ^= 1 << random.below(8);
            if let Some((read, _)) = decode(&changed) {
                assert_eq!(read, games);
            }
        }
    }

    #[test]
    fn columns_that_make_no_sense_are_refused() {
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            let length = random.below(80) as usize;
            let mut raw: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
            if let Some(count) = raw.first_chunk_mut::<4>() {
                *count = 2u32.to_le_bytes();
            }
            let _ = decode_columns(&raw);
        }
    }
}
