use std::any::Any;

use banmen_core::{
    Analysis, AnalysisRequest, Draw, Event, Limits, Playable, Player, Progress, Record, Replay, ReplayError, Seat,
    Turn, View,
};
use serde_json::Value;

/// A game in play whose type only the catalogue knows: its record, and everything derived from it.
pub trait AnyGame: Send + Sync {
    /// Rules and events so far.
    fn record(&self) -> &Record;
    /// The record itself, to add what changes nothing (names, the seal).
    fn record_mut(&mut self) -> &mut Record;
    /// Whose decision comes next.
    fn turn(&self) -> Turn;
    /// The side that an event is about, as [`Replay::side_of`] says before it happens.
    fn side_of(&self, event: &Event) -> Option<Seat>;
    /// What is to be drawn.
    fn view(&self) -> View;
    /// The legal moves, in the game's notation.
    fn legal_moves(&self) -> Vec<String>;
    /// Lets an event happen. What cannot happen changes nothing and says why.
    fn apply(&mut self, event: &Event) -> Result<(), String>;
    /// Lets chance decide, if it is chance's turn; the event has still to be applied.
    fn draw(&self, source: &mut dyn Draw) -> Option<Event>;
    /// The same game without its last `count` events.
    fn rewind(&self, count: usize) -> Box<dyn AnyGame>;
    /// Finds out what the position is worth, reporting as it goes.
    fn analyse(
        &self,
        request: &AnalysisRequest,
        limits: &Limits,
        report: &mut dyn FnMut(Analysis),
    ) -> Result<(), String>;
    /// A second copy that goes its own way.
    fn duplicate(&self) -> Box<dyn AnyGame>;
    /// For the catalogue's own players, which know the type.
    fn as_any(&self) -> &dyn Any;
}

/// A computer player of a game whose type only the catalogue knows.
pub trait AnyPlayer: Send {
    /// A legal move in the game's notation; `None` if it is nobody's turn or the game is not this player's game.
    fn choose(&mut self, game: &dyn AnyGame, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<String>;
}

#[derive(Clone)]
pub(crate) struct Played<G: Playable> {
    record: Record,
    replay: Replay<G>,
}

impl<G: Playable> Played<G> {
    pub(crate) fn rules(rules: &Value) -> Result<G::Rules, ReplayError> {
        if rules.is_null() {
            return Ok(G::Rules::default());
        }
        serde_json::from_value(rules.clone()).map_err(|error| ReplayError::Rules(error.to_string()))
    }

    pub(crate) fn start(rules: &Value) -> Result<Played<G>, ReplayError> {
        let rules = Self::rules(rules)?;
        Ok(Played { replay: Replay::start(&rules)?, record: Record::new::<G>(G::ID, &rules) })
    }

    pub(crate) fn replay(record: &Record) -> Result<Played<G>, ReplayError> {
        let replay = record.replay::<G>(G::ID)?;
        Ok(Played { replay, record: record.clone() })
    }
}

impl<G: Playable> AnyGame for Played<G> {
    fn record(&self) -> &Record {
        &self.record
    }

    fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    fn turn(&self) -> Turn {
        self.replay.turn()
    }

    fn side_of(&self, event: &Event) -> Option<Seat> {
        self.replay.side_of(event)
    }

    fn view(&self) -> View {
        let mut view = self.replay.position.view();
        view.turn = self.turn();
        view.exchanged = self.replay.position.sides_exchanged();
        // Moves are counted from where the game began.
        let set_up = self.record.set_up() as u32;
        if set_up > 0 {
            for piece in &mut view.pieces {
                piece.number = piece.number.and_then(|number| number.checked_sub(set_up)).filter(|&number| number > 0);
            }
        }
        if let Some(outcome) = self.replay.ended {
            view.moves.clear();
            let status = banmen_core::Text::new(format!("status.{}", outcome.reason));
            view.status = match outcome.winner {
                Some(winner) => status.with("winner", G::info().seats[self.replay.side_of_seat(winner).index()].key),
                None => status,
            };
        }
        view
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.replay.ended.is_some() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.replay.position.legal_moves(&mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    fn apply(&mut self, event: &Event) -> Result<(), String> {
        self.replay.apply(event)?;
        self.record.events.push(event.clone());
        Ok(())
    }

    fn draw(&self, source: &mut dyn Draw) -> Option<Event> {
        self.replay.position.draw(source).map(|m| Event::Chance(m.to_string()))
    }

    fn rewind(&self, count: usize) -> Box<dyn AnyGame> {
        let mut record = self.record.clone();
        record.events.truncate(record.events.len().saturating_sub(count));
        Box::new(Self::replay(&record).expect("the beginning of a legal game is a legal game"))
    }

    fn analyse(
        &self,
        request: &AnalysisRequest,
        limits: &Limits,
        report: &mut dyn FnMut(Analysis),
    ) -> Result<(), String> {
        self.replay.position.analyse(request, limits, report)
    }

    fn duplicate(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

pub(crate) struct Seated<G: Playable>(pub(crate) Box<dyn Player<G>>);

impl<G: Playable> AnyPlayer for Seated<G> {
    fn choose(&mut self, game: &dyn AnyGame, limits: &Limits, report: &mut dyn FnMut(Progress)) -> Option<String> {
        let game = game.as_any().downcast_ref::<Played<G>>()?;
        game.turn().seat()?;
        self.0.choose(&game.replay.position, limits, report).map(|m| m.to_string())
    }
}
