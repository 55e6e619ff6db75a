//! The bitboard generator against a plain one that knows nothing of bits, on thousands of random positions.

use banmen_core::{Draw, Random, Seat};
use banmen_dobutsu::rules::{CHICK, DIRECTIONS, LION, LionRule, Promotion, SLOTS};
use banmen_dobutsu::{Classic, Deer, Gorogoro, MoveList, PieceBoard, Square, Variant};
use std::collections::BTreeSet;

/// A position as a grid of letters' meanings, written for clarity only.
#[derive(Clone)]
struct Plain {
    grid: Vec<Vec<Option<(Seat, usize)>>>,
    hands: [[usize; SLOTS]; 2],
    side: Seat,
}

type At = (usize, usize);

impl Plain {
    fn of<V: Variant>(board: &PieceBoard<V>) -> Self {
        let cell = |file, rank| board.piece_on(Square::at(file, rank).unwrap());
        let grid = (0..V::SPEC.width).map(|file| (0..V::SPEC.height).map(|rank| cell(file, rank)).collect()).collect();
        let hands = Seat::BOTH.map(|side| std::array::from_fn(|slot| board.hand(side).count(slot)));
        Self { grid, hands, side: board.side() }
    }

    fn cells<V: Variant>() -> impl Iterator<Item = At> {
        (0..V::SPEC.width).flat_map(|file| (0..V::SPEC.height).map(move |rank| (file, rank)))
    }

    fn reach<V: Variant>(side: Seat, slot: usize, (file, rank): At) -> Vec<At> {
        let steps = V::SPEC.pieces[slot].unwrap().steps;
        let up = if side == Seat::First { 1 } else { -1 };
        let mut reached = Vec::new();
        for (d, (across, ahead)) in DIRECTIONS.into_iter().enumerate() {
            let to = (file as i32 + i32::from(across), rank as i32 + i32::from(ahead) * up);
            let inside = (0..V::SPEC.width as i32).contains(&to.0) && (0..V::SPEC.height as i32).contains(&to.1);
            if steps >> d & 1 != 0 && inside {
                reached.push((to.0 as usize, to.1 as usize));
            }
        }
        reached
    }

    fn find_lion<V: Variant>(&self, side: Seat) -> Option<At> {
        Self::cells::<V>().find(|&(file, rank)| self.grid[file][rank] == Some((side, LION)))
    }

    fn attacked<V: Variant>(&self, at: At, by: Seat) -> bool {
        Self::cells::<V>().any(|from| match self.grid[from.0][from.1] {
            Some((side, slot)) if side == by => Self::reach::<V>(side, slot, from).contains(&at),
            _ => false,
        })
    }

    /// How many ranks are left in front of a piece.
    fn ahead<V: Variant>(side: Seat, rank: usize) -> usize {
        if side == Seat::First { V::SPEC.height - 1 - rank } else { rank }
    }

    fn over<V: Variant>(&self) -> bool {
        if V::SPEC.lion == LionRule::Checked {
            return false;
        }
        if Seat::BOTH.iter().any(|&side| self.find_lion::<V>(side).is_none()) {
            return true;
        }
        V::SPEC.lion == LionRule::TakenOrTry
            && Seat::BOTH.into_iter().any(|side| {
                let lion = self.find_lion::<V>(side).unwrap();
                Self::ahead::<V>(side, lion.1) == 0 && !self.attacked::<V>(lion, side.other())
            })
    }

    /// Every move with the position after it, the rule about dropping a chick to mate left aside.
    fn candidates<V: Variant>(&self) -> Vec<(String, Self)> {
        let name = |(file, rank): At| Square::at(file, rank).unwrap().to_string();
        let mut found = Vec::new();
        if self.over::<V>() {
            return found;
        }
        let us = self.side;
        for from in Self::cells::<V>() {
            let Some((side, slot)) = self.grid[from.0][from.1] else { continue };
            if side != us {
                continue;
            }
            for to in Self::reach::<V>(side, slot, from) {
                if self.grid[to.0][to.1].is_some_and(|(owner, _)| owner == us) {
                    continue;
                }
                let near = [from, to].iter().any(|at| Self::ahead::<V>(us, at.1) < V::SPEC.promotion_ranks);
                let may = V::SPEC.pieces[slot].unwrap().promotes_to.is_some() && near;
                let must = may && (V::SPEC.promotion == Promotion::Forced || Self::reach::<V>(us, slot, to).is_empty());
                for promotes in [false, true] {
                    if promotes && !may || !promotes && must {
                        continue;
                    }
                    let mut next = self.clone();
                    if let Some((_, taken)) = next.grid[to.0][to.1]
                        && taken != LION
                    {
                        let unpromoted = V::SPEC.pieces[taken].unwrap().promoted_from.unwrap_or(taken);
                        next.hands[us.index()][unpromoted] += 1;
                    }
                    next.grid[from.0][from.1] = None;
                    let arrives = if promotes { V::SPEC.pieces[slot].unwrap().promotes_to.unwrap() } else { slot };
                    next.grid[to.0][to.1] = Some((us, arrives));
                    next.side = us.other();
                    found.push((format!("{}{}{}", name(from), name(to), if promotes { "+" } else { "" }), next));
                }
            }
        }
        for slot in (0..SLOTS).filter(|&slot| self.hands[us.index()][slot] > 0) {
            for to in Self::cells::<V>().filter(|to| self.grid[to.0][to.1].is_none()) {
                let dead = Self::reach::<V>(us, slot, to).is_empty() && !V::SPEC.dead_drops;
                let doubled = slot == CHICK && !V::SPEC.doubled_chicks && self.grid[to.0].contains(&Some((us, CHICK)));
                if dead || doubled {
                    continue;
                }
                let mut next = self.clone();
                next.hands[us.index()][slot] -= 1;
                next.grid[to.0][to.1] = Some((us, slot));
                next.side = us.other();
                let letter = char::from(V::SPEC.pieces[slot].unwrap().letter);
                found.push((format!("{letter}@{}", name(to)), next));
            }
        }
        if V::SPEC.lion == LionRule::Checked {
            found.retain(|(_, next)| !next.attacked::<V>(next.find_lion::<V>(us).unwrap(), us.other()));
        }
        found
    }

    fn moves<V: Variant>(&self) -> BTreeSet<String> {
        let mut found = self.candidates::<V>();
        if !V::SPEC.chick_drop_mates {
            found.retain(|(text, next)| {
                let lion = next.find_lion::<V>(next.side).unwrap();
                let mates = next.attacked::<V>(lion, self.side) && next.candidates::<V>().is_empty();
                !(text.starts_with("P@") && mates)
            });
        }
        found.into_iter().map(|(text, _)| text).collect()
    }
}

fn agree<V: Variant>(positions: usize) {
    let mut random = Random::new(7);
    let mut seen = 0;
    while seen < positions {
        let mut board = PieceBoard::<V>::start();
        loop {
            let mut list = MoveList::new();
            board.moves(&mut list);
            let ours: BTreeSet<String> = list.iter().map(ToString::to_string).collect();
            assert_eq!(ours.len(), list.len(), "a move twice in {}", board.to_text());
            assert_eq!(ours.len(), board.count_moves() as usize);
            assert_eq!(ours, Plain::of(&board).moves::<V>(), "{} {}", V::SPEC.name, board.to_text());
            seen += 1;
            let Some(&m) = random.pick(&list) else { break };
            board = board.after(m);
            if random.below(300) == 0 {
                break;
            }
        }
    }
}

#[test]
fn the_generators_agree_on_deer() {
    agree::<Deer>(4000);
}

#[test]
fn the_generators_agree_on_classic() {
    agree::<Classic>(4000);
}

#[test]
fn the_generators_agree_on_gorogoro() {
    agree::<Gorogoro>(1500);
}

#[test]
fn a_position_reached_by_moves_is_the_one_read_from_its_text() {
    fn check<V: Variant>(random: &mut Random) {
        let mut board = PieceBoard::<V>::start();
        for _ in 0..200 {
            assert_eq!(PieceBoard::<V>::from_text(&board.to_text()).as_ref(), Ok(&board));
            assert_eq!(PieceBoard::<V>::from_sfen(&board.to_sfen()).as_ref(), Ok(&board));
            assert_eq!(board.mirrored().mirrored(), board);
            assert_eq!(board.exchanged().exchanged(), board);
            assert_eq!(board.mirrored().count_moves(), board.count_moves());
            assert_eq!(board.exchanged().count_moves(), board.count_moves());
            let mut list = MoveList::new();
            board.moves(&mut list);
            let Some(&m) = random.pick(&list) else { break };
            board = board.after(m);
        }
    }
    let mut random = Random::new(11);
    for _ in 0..60 {
        check::<Deer>(&mut random);
        check::<Classic>(&mut random);
        check::<Gorogoro>(&mut random);
    }
}
