//! Forced wins against plain search, and every claimed win against all replies.

use std::sync::Arc;

use banmen_core::{Draw, Limits, Random};
use banmen_gomoku::engine::class::Class;
use banmen_gomoku::engine::renju::is_forbidden;
use banmen_gomoku::engine::shape_board::{PointIndex, ShapeBoard, Side, column_and_row, point_index};
use banmen_gomoku::engine::tables::Tables;
use banmen_gomoku::engine::vcf::{FourSearch, Vcf};
use banmen_gomoku::engine::vct::{Forced, ThreatSearch};
use banmen_gomoku::{Point, Rule, Size, Stone};

/// A board that knows nothing but its stones: 0 empty, 1 Black, 2 White.
#[derive(Clone)]
struct Plain {
    side: usize,
    rule: Rule,
    cells: Vec<u8>,
}

impl Plain {
    fn of(board: &ShapeBoard) -> Self {
        let side = board.side_length();
        let cells = (0..side * side)
            .map(|at| match board.stone(point_index(at % side, at / side)) {
                None => 0,
                Some(Side::Black) => 1,
                Some(Side::White) => 2,
            })
            .collect();
        Self { side, rule: board.rule(), cells }
    }

    fn get(&self, x: i32, y: i32) -> u8 {
        let side = self.side as i32;
        if x < 0 || y < 0 || x >= side || y >= side { 9 } else { self.cells[(y * side + x) as usize] }
    }

    /// Whether a stone of this colour at an empty cell makes five.
    fn makes_five(&self, at: usize, colour: u8) -> bool {
        let (x, y) = ((at % self.side) as i32, (at / self.side) as i32);
        let exact = self.rule == Rule::Standard || (self.rule == Rule::Renju && colour == 1);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let run = |sign: i32| {
                (1..6).take_while(|step| self.get(x + sign * step * dx, y + sign * step * dy) == colour).count()
            };
            let length = 1 + run(1) + run(-1);
            if exact { length == 5 } else { length >= 5 }
        })
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&at| self.cells[at] == 0).collect()
    }

    fn fives(&self, colour: u8) -> Vec<usize> {
        self.empty().into_iter().filter(|&at| self.makes_five(at, colour)).collect()
    }

    fn forbidden(&self, at: usize, colour: u8) -> bool {
        if self.rule != Rule::Renju || colour != 1 || self.makes_five(at, 1) {
            return false;
        }
        let mut board = banmen_gomoku::StoneBoard::new(Size::try_from(self.side as u8).unwrap());
        for (index, &cell) in self.cells.iter().enumerate() {
            let point = Point::new((index % self.side) as u8, (index / self.side) as u8).unwrap();
            board.set(point, [None, Some(Stone::Black), Some(Stone::White)][usize::from(cell)]);
        }
        let point = Point::new((at % self.side) as u8, (at / self.side) as u8).unwrap();
        banmen_gomoku::forbidden(&board, point).is_some()
    }

    /// Whether the colour wins by fours alone; `None` when it takes too long.
    fn wins_by_fours(&mut self, colour: u8, budget: &mut u32) -> Option<bool> {
        *budget = budget.checked_sub(1)?;
        if !self.fives(colour).is_empty() {
            return Some(true);
        }
        for at in self.empty() {
            if self.forbidden(at, colour) {
                continue;
            }
            self.cells[at] = colour;
            let fives = self.fives(colour);
            let mut won = Some(false);
            if !fives.is_empty() && self.fives(3 - colour).is_empty() {
                if fives.len() > 1 || self.forbidden(fives[0], 3 - colour) {
                    won = Some(true);
                } else {
                    self.cells[fives[0]] = 3 - colour;
                    won = self.wins_by_fours(colour, budget);
                    self.cells[fives[0]] = 0;
                }
            }
            self.cells[at] = 0;
            if won? {
                return Some(true);
            }
        }
        Some(false)
    }
}

fn below(random: &mut Random, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// A board with random stones, none of which ends the game.
fn scatter(random: &mut Random, side: usize, rule: Rule, stones: usize) -> Option<ShapeBoard> {
    let mut board = ShapeBoard::new(side, Tables::shared(rule));
    for _ in 0..stones {
        let point = point_index(below(random, side), below(random, side));
        if board.is_empty(point) {
            if board.class(point, board.turn()) == Class::Five || is_forbidden(&mut board, point) {
                return None;
            }
            board.place(point);
        }
    }
    Some(board)
}

#[test]
fn fours_agree_with_plain_search() {
    let mut random = Random::new(3);
    let mut fours = FourSearch::new(12);
    let (mut wins, mut refutations, mut overlooked) = (0, 0, 0);
    for round in 0..1500 {
        let rule = Rule::ALL[round % 3];
        let side = 7 + round % 4;
        let stones = side * side / 3 + below(&mut random, 10);
        let Some(mut board) = scatter(&mut random, side, rule, stones) else { continue };
        let colour = board.turn() as u8 + 1;
        let Some(plain) = Plain::of(&board).wins_by_fours(colour, &mut 40) else { continue };
        fours.clear();
        let found = fours.solve(&mut board, &Limits::none());
        assert_eq!(matches!(found, Vcf::Win(_)), plain, "{rule} {side} {found:?}");
        assert_ne!(found, Vcf::Unknown);
        wins += usize::from(plain);
        refutations += usize::from(!plain);
        // The look of a leaf may overlook a win, rarely, but never sees one that is not there.
        fours.clear();
        let seen = matches!(fours.search(&mut board, 100, 1_000_000), Vcf::Win(_));
        assert!(plain || !seen, "{rule} {side}");
        overlooked += usize::from(plain && !seen);
    }
    assert!(wins > 150 && refutations > 150, "{wins} {refutations}");
    assert!(overlooked * 20 < wins, "{overlooked} of {wins}");
}

#[test]
fn forbidden_points_are_those_of_the_referee() {
    let mut random = Random::new(5);
    let mut found = 0;
    for round in 0..400 {
        let side = 9 + round % 7;
        let stones = side * side / 4 + below(&mut random, 40);
        let Some(mut board) = scatter(&mut random, side, Rule::Renju, stones) else { continue };
        let plain = Plain::of(&board);
        for at in plain.empty() {
            let point = point_index(at % side, at / side);
            let forbidden = is_forbidden(&mut board, point);
            assert_eq!(forbidden, plain.forbidden(at, 1), "{side} {:?}", column_and_row(point));
            found += usize::from(forbidden);
        }
    }
    assert!(found > 100, "{found}");
}

/// Plays the winner's claimed moves against every reply until five stones stand; panics when a reply escapes.
struct Referee {
    solver: ThreatSearch,
    fours: FourSearch,
    positions: usize,
}

impl Referee {
    fn winners_move(&mut self, board: &mut ShapeBoard) -> PointIndex {
        if let Some(five) = board.find(board.turn(), Class::Five) {
            return five;
        }
        if let Vcf::Win(_) = self.fours.search(board, 100, 100_000) {
            return self.fours.line()[0];
        }
        match self.solver.search(board, &Limits::of_nodes(200_000)) {
            Forced::Win(line) => line[0],
            other => panic!("a claimed win is none: {other:?}"),
        }
    }

    fn verify(&mut self, board: &mut ShapeBoard, plain: &mut Plain, depth: usize) {
        assert!(depth < 60, "the win does not end");
        self.positions += 1;
        let side = plain.side;
        let colour = board.turn() as u8 + 1;
        let point = self.winners_move(board);
        let (x, y) = column_and_row(point);
        let at = y * side + x;
        assert_eq!(plain.cells[at], 0);
        assert!(!plain.forbidden(at, colour), "a winning move is forbidden");
        if plain.makes_five(at, colour) {
            return;
        }
        plain.cells[at] = colour;
        board.place(point);
        for reply in plain.empty() {
            if plain.forbidden(reply, 3 - colour) {
                continue;
            }
            assert!(!plain.makes_five(reply, 3 - colour), "the defender makes five first");
            plain.cells[reply] = 3 - colour;
            board.place(point_index(reply % side, reply / side));
            self.verify(board, plain, depth + 1);
            board.undo();
            plain.cells[reply] = 0;
        }
        board.undo();
        plain.cells[at] = 0;
    }
}

#[test]
fn every_forced_win_stands_against_all_replies() {
    let mut random = Random::new(17);
    let mut referee = Referee { solver: ThreatSearch::new(16), fours: FourSearch::new(14), positions: 0 };
    let mut solver = ThreatSearch::new(16);
    let mut wins = 0;
    for round in 0..2000 {
        let rule = Rule::ALL[round % 3];
        let side = 8 + round % 4;
        let stones = 8 + below(&mut random, 14);
        let Some(mut board) = scatter(&mut random, side, rule, stones) else { continue };
        let before = board.key();
        let Forced::Win(line) = solver.search(&mut board, &Limits::of_nodes(2_000)) else { continue };
        assert_eq!(board.key(), before, "the board comes back as it was");
        if line.len() <= 3 || line.len() > 13 {
            continue;
        }
        let mut plain = Plain::of(&board);
        referee.verify(&mut board, &mut plain, 0);
        wins += 1;
        if referee.positions > 40_000 {
            break;
        }
    }
    assert!(wins > 5, "{wins}");
}

#[test]
fn a_long_row_of_fours_is_found() {
    // Black's closed threes lie so that each four's stone makes the next closed three.
    let tables = Arc::clone(&Tables::shared(Rule::Freestyle));
    let mut random = Random::new(99);
    let mut fours = FourSearch::new(18);
    let mut longest = 0;
    for _ in 0..300 {
        let mut board = ShapeBoard::new(15, Arc::clone(&tables));
        while board.stones() < 60 {
            let point = point_index(below(&mut random, 15), below(&mut random, 15));
            if board.is_empty(point) && board.class(point, board.turn()) < Class::Four {
                board.place(point);
            }
        }
        if let Vcf::Win(plies) = fours.search(&mut board, 200, 50_000) {
            longest = longest.max(plies);
        }
    }
    assert!(longest >= 15, "{longest}");
}
