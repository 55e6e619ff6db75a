//! Animal shogi as the catalogue offers it.

#[cfg(feature = "threads")]
use std::io;

use crate::levels::{ChokudaiPlayer, Level};
use crate::master::Master;
use crate::position::{BoardName, Position, Rules};
use crate::rules::CLASSIC;
use crate::tablebase::Perfect;
use crate::{analysis, exchange, kif, levels, master, view};
use banmen_core::{
    Analysis, AnalysisRequest, Condition, ExchangeError, FormatInfo, GameInfo, LevelInfo, Limits, Playable, Player,
    Preset, Record, RuleField, RuleKind, SeatInfo, Study,
};

/// The game's name in the catalogue.
pub(crate) const ID: &str = "dobutsu";

/// A short game between two Masters for the home page.
const DEMO: &str = include_str!("demo.usi");

impl Playable for Position {
    const ID: &'static str = ID;

    fn info() -> GameInfo {
        let json = |rules: &Rules| serde_json::to_value(rules).expect("rules are plain data");
        let chokudai = levels::THINKING_TIME.as_secs_f64();
        GameInfo {
            levels: vec![
                LevelInfo::new("easy", chokudai),
                LevelInfo::new("normal", chokudai),
                LevelInfo::new("hard", chokudai),
                LevelInfo::new("master", master::THINKING_TIME.as_secs_f64()),
                LevelInfo { when: Some(Condition::new("board", [CLASSIC.name])), ..LevelInfo::new("perfect", 0.5) },
            ],
            default_level: "normal",
            hint_level: "master",
            rules: vec![
                RuleField::new(
                    "board",
                    RuleKind::Choice { options: BoardName::ALL.map(|board| board.spec().name).to_vec() },
                ),
                RuleField::new("position", RuleKind::Text { longest: 200 }).advanced(),
            ],
            presets: BoardName::ALL
                .map(|board| Preset { id: board.spec().name, rules: json(&Rules::on(board)) })
                .to_vec(),
            formats: vec![FormatInfo::text("kif", "text/plain"), FormatInfo::text("usi", "text/plain")],
            analyses: analysis::kinds(),
            promotions: view::promotions(),
            demo: demo(),
            ..GameInfo::new::<Self>(
                "Animal shogi",
                ["sente", "gote"].map(|key| SeatInfo { key, emblem: "lion" }),
                &Rules::default(),
            )
        }
    }

    fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Self>>> {
        let chokudai =
            |level| -> Option<Box<dyn Player<Self>>> { Some(Box::new(ChokudaiPlayer::new(level, rules.board, seed))) };
        match level {
            "easy" => chokudai(Level::Easy),
            "normal" => chokudai(Level::Normal),
            "hard" => chokudai(Level::Hard),
            "master" => Some(Box::new(Master::new(rules.board))),
            "perfect" if rules.board == BoardName::Classic => Some(Box::new(Perfect::new(Master::new(rules.board)))),
            _ => None,
        }
    }

    fn analyse(
        &self,
        request: &AnalysisRequest,
        limits: &Limits,
        report: &mut dyn FnMut(Analysis),
    ) -> Result<(), String> {
        analysis::analyse(self, request, limits, report)
    }

    fn import(format: &str, text: &str) -> Result<Study, ExchangeError> {
        match format {
            "kif" => kif::read(text),
            "usi" => Ok(Study::of(&exchange::read(text)?)),
            _ => Err(ExchangeError::UnknownFormat(format.to_owned())),
        }
    }

    fn export(format: &str, study: &Study) -> Result<String, ExchangeError> {
        match format {
            "kif" => kif::write(study),
            "usi" => exchange::write(&study.record()),
            _ => Err(ExchangeError::UnknownFormat(format.to_owned())),
        }
    }

    #[cfg(feature = "threads")]
    fn protocols() -> &'static [banmen_core::Protocol] {
        const USI: banmen_core::Protocol = banmen_core::Protocol {
            name: "usi",
            summary: "Speak the USI protocol on standard input and output",
            speak: || crate::usi::serve(&mut io::BufReader::new(io::stdin()), io::stdout()),
        };
        &[USI]
    }

    fn puzzles() -> Option<banmen_core::Puzzles<Self>> {
        Some(crate::puzzles::PUZZLES)
    }

    #[cfg(feature = "files")]
    fn keep_data_in(folder: &std::path::Path) {
        crate::tablebase::library().keep_in(folder);
    }
}

fn demo() -> Record {
    exchange::read(DEMO).unwrap_or_else(|_| Record::new::<Position>(ID, &Rules::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Event, Game, Turn};

    #[test]
    fn the_demonstration_is_a_whole_game() {
        let demo = demo();
        assert!(demo.events.iter().all(|event| matches!(event, Event::Move(_))));
        let replay = demo.replay::<Position>(ID).unwrap();
        assert!(matches!(replay.turn(), Turn::Over { .. }), "{} events", demo.events.len());
    }

    #[test]
    fn every_level_that_is_offered_plays_a_legal_move() {
        let info = Position::info();
        for board in BoardName::ALL {
            let rules = Rules::on(board);
            let position = Position::start(&rules).unwrap();
            for level in &info.levels {
                let offered = level.when.as_ref().is_none_or(|when| when.holds(&serde_json::to_value(&rules).unwrap()));
                // The perfect player needs the whole table, which has tests of its own.
                if level.id == "perfect" {
                    if !offered {
                        assert!(Position::player(level.id, &rules, 1).is_none());
                    }
                    continue;
                }
                let mut player = Position::player(level.id, &rules, 1).unwrap();
                let m = player.choose(&position, &Limits::of_nodes(2000), &mut |_| ()).unwrap();
                position.clone().play(m).unwrap();
            }
        }
        assert!(Position::player("grandmaster", &Rules::default(), 1).is_none());
    }

    #[test]
    fn what_grows_is_told_once() {
        let grown: Vec<_> = Position::info().promotions.iter().map(|grown| (grown.from, grown.to)).collect();
        assert_eq!(grown, [("chick", "hen"), ("cat", "lynx")]);
    }
}
