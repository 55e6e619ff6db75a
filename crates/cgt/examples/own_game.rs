//! A board game of one's own in the language of games. Col on a row of cells: Left colours a cell blue, Right red, and neighbours
//! never have the same colour. `cargo run -p banmen-cgt --example own_game`.

use std::rc::Rc;

use banmen_cgt::{Arena, Position, PositionProblem, Positions, Session, Value};

/// Kinds of positions are made by a function of the language, here `Col("..b..")`.
struct Rows;

impl Positions for Rows {
    fn name(&self) -> &'static str {
        "Col"
    }

    fn read(&self, text: &str) -> Result<Rc<dyn Position>, PositionProblem> {
        match text.chars().find(|c| !".br".contains(*c)) {
            Some(c) => Err(PositionProblem::Wrong(format!("{c:?} is not a cell; `.`, `b` or `r` was expected"))),
            None => Ok(Rc::new(Row(text.to_owned()))),
        }
    }
}

#[derive(Debug)]
struct Row(String);

impl Row {
    fn coloured(&self, colour: char) -> Vec<Row> {
        let cells: Vec<char> = self.0.chars().collect();
        let free = |i: usize| {
            let beside = |j: Option<usize>| j.and_then(|j| cells.get(j)) == Some(&colour);
            cells[i] == '.' && !beside(i.checked_sub(1)) && !beside(Some(i + 1))
        };
        let after = |i: usize| cells.iter().enumerate().map(|(j, &c)| if i == j { colour } else { c }).collect();
        (0..cells.len()).filter(|&i| free(i)).map(|i| Row(after(i))).collect()
    }
}

impl Position for Row {
    fn text(&self) -> String {
        self.0.clone()
    }

    fn value(&self, arena: &mut Arena) -> Result<Value, PositionProblem> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, colour) in sides.iter_mut().zip(['b', 'r']) {
            for option in self.coloured(colour) {
                side.push(option.value(arena)?);
            }
        }
        Ok(arena.from_options(&sides[0], &sides[1]))
    }

    fn left_options(&self) -> Vec<Rc<dyn Position>> {
        self.coloured('b').into_iter().map(|row| Rc::new(row) as Rc<dyn Position>).collect()
    }

    fn right_options(&self) -> Vec<Rc<dyn Position>> {
        self.coloured('r').into_iter().map(|row| Rc::new(row) as Rc<dyn Position>).collect()
    }

    fn negative(&self) -> Rc<dyn Position> {
        let swap = |c| match c {
            'b' => 'r',
            'r' => 'b',
            c => c,
        };
        Rc::new(Row(self.0.chars().map(swap).collect()))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut session = Session::new();
    session.add_positions(Box::new(Rows));
    let text = "for row in [\"...\", \"b..\", \"b.r.\", \".....\"] do Print(row, Col(row) + 0) end";
    for object in session.run(text)? {
        println!("{}", session.show(&object));
    }
    Ok(())
}
