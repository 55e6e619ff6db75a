//! From SGF to a study.

use banmen_core::{
    Agreement, Arrow, Event, LONGEST_COMMENT, LONGEST_LABEL, MOST_SIGNS, Node, Replay, Seat, Sign, SignKind, Study,
};

use super::syntax::{self, Property};
use super::{DECISION, GAME, MAX_BYTES, OFFER, OPENING, SIGNS, SgfError, TAGS, others};
use crate::view::square;
use crate::{Move, Opening, Playable, Point, Position, Rule, Rules, Size, Stone};

/// Reads the first game with all its variations. Properties that say nothing about moves, comments, signs or arrows are
/// passed over.
///
/// Stones set up before the first move become moves before the study's start, Black's and White's in turn, if their numbers
/// allow it.
pub fn read(text: &str) -> Result<Study, SgfError> {
    if text.len() > MAX_BYTES {
        return Err(SgfError::TooLarge { bytes: text.len() });
    }
    let nodes = syntax::first_game(text)?;
    let rules = rules(text, &nodes[0].properties)?;
    let mut reader =
        Reader { text, size: rules.size, study: Study::new::<Position>(Position::ID, &rules), may_set_up: 0 };
    let start = reader.set_up(&nodes, rules)?;
    let mut result = None;
    for property in &nodes[0].properties {
        if property.name == "RE" {
            result = Some(property.value.as_str());
        }
        if let Some((tag, _)) = TAGS.iter().find(|(_, known)| *known == property.name) {
            reader.study.tags.insert((*tag).to_owned(), property.value.clone());
        }
    }
    // Every position is kept until the last node after it has been read.
    let mut waiting = vec![0_usize; nodes.len()];
    for parent in nodes.iter().filter_map(|node| node.parent) {
        waiting[parent] += 1;
    }
    let mut places: Vec<Option<Place>> = Vec::with_capacity(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        let before = match node.parent {
            None => Some(Place { node: 0, replay: start.clone() }),
            Some(parent) => {
                waiting[parent] -= 1;
                if waiting[parent] == 0 { places[parent].take() } else { places[parent].clone() }
            }
        };
        let mut place = before.expect("a position is kept for every node after it");
        reader.may_set_up = reader.may_set_up.saturating_sub(usize::from(number > 0));
        for property in &node.properties {
            reader.take(property, &mut place)?;
        }
        places.push((waiting[number] > 0).then_some(place));
    }
    let mut study = reader.study;
    let exchanged = study.record().replay::<Position>(Position::ID).is_ok_and(|replay| replay.position.exchanged);
    if exchanged {
        study.tags = study.tags.iter().map(|(tag, value)| (others(tag).to_owned(), value.clone())).collect();
    }
    end(&mut study, result, exchanged);
    Ok(study)
}

/// Where a line has come to: a node of the study, and the position there.
#[derive(Clone)]
struct Place {
    node: usize,
    replay: Replay<Position>,
}

struct Reader<'a> {
    text: &'a str,
    size: Size,
    study: Study,
    /// In how many nodes, beginning with the one being read, stones may be set up.
    may_set_up: usize,
}

impl Reader<'_> {
    fn take(&mut self, property: &Property, place: &mut Place) -> Result<(), SgfError> {
        let fail = |why: String| property.error(self.text, why);
        let value = &property.value;
        match property.name {
            "B" | "W" => {
                let side = if property.name == "B" { Stone::Black } else { Stone::White };
                let point = point(self.size, value).map_err(fail)?;
                if place.replay.turn().outcome().is_none() && place.replay.position.to_move() != side {
                    return Err(fail(format!("it is {}'s turn", place.replay.position.to_move())));
                }
                self.play(property, point.into(), place)?;
            }
            OFFER => {
                let point = point(self.size, value).map_err(fail)?;
                self.play(property, point.into(), place)?;
            }
            DECISION => {
                let known = Move::DECISIONS.into_iter().find(|decision| decision.name() == value.trim());
                let decision = known.ok_or_else(|| fail("decisions are swap, stay, two and ten".to_owned()))?;
                self.play(property, decision, place)?;
            }
            "AB" | "AW" if self.may_set_up == 0 => {
                return Err(fail("stones can only be set up before the first move".to_owned()));
            }
            "AE" => return Err(fail("stones cannot be taken away in gomoku".to_owned())),
            // A node's name is what its author wanted to be read first.
            "C" | "N" => {
                let comment = &mut self.study.nodes[place.node].comment;
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(value.trim_end());
                if comment.chars().count() > LONGEST_COMMENT {
                    return Err(fail(format!("the comment has more than {LONGEST_COMMENT} characters")));
                }
            }
            "AR" => {
                let (from, to) = value.split_once(':').ok_or_else(|| fail("expected two points".to_owned()))?;
                let from = point(self.size, from).map_err(fail)?;
                let to = point(self.size, to).map_err(fail)?;
                let arrows = &mut self.study.nodes[place.node].arrows;
                if arrows.len() >= MOST_SIGNS {
                    return Err(fail(format!("more than {MOST_SIGNS} arrows")));
                }
                arrows.push(Arrow { from: square(self.size, from), to: square(self.size, to) });
            }
            "LB" => {
                let (at, label) =
                    value.split_once(':').ok_or_else(|| fail("expected a point and a text".to_owned()))?;
                let at = point(self.size, at).map_err(fail)?;
                let label = label.trim().chars().take(LONGEST_LABEL).collect();
                self.sign(property, place, at, SignKind::Label, Some(label))?;
            }
            name => {
                let Some(&(kind, _)) = SIGNS.iter().find(|(_, known)| *known == name) else { return Ok(()) };
                for at in points(self.size, value).map_err(fail)? {
                    self.sign(property, place, at, kind, None)?;
                }
            }
        }
        Ok(())
    }

    fn sign(
        &mut self,
        property: &Property,
        place: &Place,
        at: Point,
        kind: SignKind,
        label: Option<String>,
    ) -> Result<(), SgfError> {
        let signs = &mut self.study.nodes[place.node].signs;
        if signs.len() >= MOST_SIGNS {
            return Err(property.error(self.text, format!("more than {MOST_SIGNS} signs")));
        }
        signs.push(Sign { at: square(self.size, at), kind, label });
        Ok(())
    }

    fn play(&mut self, property: &Property, m: Move, place: &mut Place) -> Result<(), SgfError> {
        let fail = |why: String| property.error(self.text, why);
        let event = Event::Move(m.to_string());
        place.replay.apply(&event).map_err(fail)?;
        let number = self.study.nodes.len();
        let after = (place.node + 1 != number).then_some(place.node as u32);
        self.study.nodes.push(Node { after, event: Some(event), ..Node::default() });
        place.node = number;
        Ok(())
    }

    /// Plays the stones that are set up before the first move and the first variation, Black's and White's in turn.
    fn set_up(&mut self, nodes: &[syntax::Node], rules: Rules) -> Result<Replay<Position>, SgfError> {
        let mut setup: [Vec<(Point, &Property)>; 2] = [Vec::new(), Vec::new()];
        for (number, node) in nodes.iter().enumerate() {
            self.may_set_up += 1;
            for property in &node.properties {
                let side = match property.name {
                    "AB" => 0,
                    "AW" => 1,
                    _ => continue,
                };
                let found = points(self.size, &property.value).map_err(|why| property.error(self.text, why))?;
                setup[side].extend(found.into_iter().map(|point| (point, property)));
                if setup[side].len() > self.size.points() {
                    let why = "more stones are set up than the board has points".to_owned();
                    return Err(property.error(self.text, why));
                }
            }
            let moves = node.properties.iter().any(|property| matches!(property.name, "B" | "W"));
            let after = nodes.iter().filter(|other| other.parent == Some(number)).take(2).count();
            if moves || after != 1 {
                break;
            }
        }
        let [black, white] = setup;
        if black.len() != white.len() && black.len() != white.len() + 1 {
            let property = black.last().or(white.last()).expect("one colour has more stones").1;
            let why = format!(
                "{} black and {} white stones set up cannot come from a game in which Black and White take turns",
                black.len(),
                white.len()
            );
            return Err(property.error(self.text, why));
        }
        let mut replay = Replay::<Position>::start(&rules).expect("gomoku can be played under all of its rules");
        let mut waiting = [black, white];
        for turn in 0..waiting[0].len() + waiting[1].len() {
            let rest = waiting[0].len() + waiting[1].len();
            let side = &mut waiting[turn % 2];
            // What renju forbids now, or what ends the game too early, may be played later.
            let plays = |point: Point| {
                let mut after = replay.clone();
                after.apply(&Event::Move(point.to_string())).is_ok() && (rest == 1 || after.turn().outcome().is_none())
            };
            let next = side.iter().position(|&(point, _)| plays(point)).unwrap_or(0);
            let (point, property) = side.remove(next);
            let event = Event::Move(point.to_string());
            replay.apply(&event).map_err(|why| property.error(self.text, why))?;
            self.study.start.push(event);
        }
        Ok(replay)
    }
}

/// Ends the main line as the result says, if the board does not say otherwise.
fn end(study: &mut Study, result: Option<&str>, exchanged: bool) {
    let [black, white] = if exchanged { [Seat::Second, Seat::First] } else { Seat::BOTH };
    let ending = match result.map(|result| result.trim().to_ascii_lowercase()).as_deref() {
        Some("b+r" | "b+resign") => Event::Resign(white),
        Some("w+r" | "w+resign") => Event::Resign(black),
        Some("b+t" | "b+time") => Event::Timeout(white),
        Some("w+t" | "w+time") => Event::Timeout(black),
        Some("b+f" | "b+forfeit") => Event::Absent(white),
        Some("w+f" | "w+forfeit") => Event::Absent(black),
        Some("0" | "draw") => Event::End(Agreement::Draw),
        Some("void") => Event::End(Agreement::Abort),
        _ => return,
    };
    let last = *study.main_line().last().expect("a line begins with the start");
    let over = study.record().replay::<Position>(Position::ID).is_ok_and(|replay| replay.turn().outcome().is_some());
    if !over {
        let after = (last + 1 != study.nodes.len()).then_some(last as u32);
        study.nodes.push(Node { after, event: Some(ending), ..Node::default() });
    }
}

fn rules(text: &str, properties: &[Property]) -> Result<Rules, SgfError> {
    let mut rules = Rules::default();
    for property in properties {
        let fail = |why: &str| property.error(text, why.to_owned());
        let value = property.value.trim();
        match property.name {
            "GM" if value != GAME => {
                return Err(fail("this is another game; gomoku and renju are GM[4]"));
            }
            "SZ" => {
                let number = match value.split_once(':') {
                    Some((columns, rows)) if columns.trim() == rows.trim() => columns.trim(),
                    Some(_) => return Err(fail("boards are square")),
                    None => value,
                };
                rules.size = number.parse::<Size>().map_err(|error| fail(&error.to_string()))?;
            }
            "RU" => {
                let name = value.to_ascii_lowercase();
                rules.rule = match name.as_str() {
                    "" | "gomoku" | "free" | "free style" | "free-style" => Rule::Freestyle,
                    "rif" => Rule::Renju,
                    _ => name.parse().map_err(|error: crate::rules::ParseRuleError| fail(&error.to_string()))?,
                };
            }
            OPENING => {
                rules.opening =
                    value.parse().map_err(|error: crate::rules::ParseOpeningError| fail(&error.to_string()))?;
            }
            _ => {}
        }
    }
    // Stones that were set up come from no opening.
    if properties.iter().any(|property| matches!(property.name, "AB" | "AW")) {
        rules.opening = Opening::None;
    }
    Ok(rules)
}

/// A point: two letters counted from the top left as in SGF, or a letter and a row from the bottom as people write it.
fn point(size: Size, value: &str) -> Result<Point, String> {
    let value = value.trim();
    let found = match value.as_bytes() {
        [] => return Err("gomoku has no pass".to_owned()),
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => {
            let row = size.get().checked_sub(y - b'a' + 1);
            row.and_then(|row| Point::new(x - b'a', row))
        }
        _ => Some(value.parse::<Point>().map_err(|error| error.to_string())?),
    };
    found.filter(|&point| size.contains(point)).ok_or_else(|| format!("the point is not on a board of size {size}"))
}

/// A point, or a rectangle given by two corners.
fn points(size: Size, value: &str) -> Result<Vec<Point>, String> {
    let Some((from, to)) = value.split_once(':') else {
        return Ok(vec![point(size, value)?]);
    };
    let (from, to) = (point(size, from)?, point(size, to)?);
    let (columns, rows) = (
        from.column().min(to.column())..=from.column().max(to.column()),
        from.row().min(to.row())..=from.row().max(to.row()),
    );
    Ok(rows.flat_map(|row| columns.clone().map(move |column| Point::at(column, row))).collect())
}
