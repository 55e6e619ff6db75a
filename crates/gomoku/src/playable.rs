//! Gomoku as it is offered to people: its levels, its rules, its formats.

#[cfg(all(feature = "threads", feature = "clock"))]
use std::io;

use banmen_core::{
    Analysis, AnalysisInfo, AnalysisRequest, Event, ExchangeError, FormatInfo, GameInfo, Limits, Playable, Player,
    Preset, Record, RuleField, RuleKind, SeatInfo, Study,
};

use crate::size::SIZES;
use crate::{Move, Opening, Position, Rule, Rules, Size, analysis, levels, notation, psq, renlib, sgf};

/// The game of the home page's small board: *Hard* against *Master*.
const DEMO: &str = "h8 j8 f8 h10 f10 i7 g11 f7 h6 e9 e11 h7 g7 g9 f11 h11 d11 c11 d9 h13 h12 j7 d10 k7 l7 i9 l6 f9 h9 \
                    d12 j4 i5 d8 d7 e8 g8 c8 b8 e10 b7 g12";

/// Openings that our own engine holds for even, by `workshop gomoku openings`.
const OPENINGS_15: &str = include_str!("../data/openings-15.txt");
const OPENINGS_15_STANDARD: &str = include_str!("../data/openings-15-standard.txt");
const OPENINGS_15_RENJU: &str = include_str!("../data/openings-15-renju.txt");
const OPENINGS_19: &str = include_str!("../data/openings-19.txt");
const OPENINGS_20: &str = include_str!("../data/openings-20.txt");

impl Playable for Position {
    const ID: &'static str = "gomoku";

    fn info() -> GameInfo {
        let rules = |size, rule| serde_json::to_value(Rules::new(size, rule)).expect("rules have a JSON form");
        let opened = |rule, opening| {
            let rules = Rules { opening, ..Rules::new(Size::FIFTEEN, rule) };
            serde_json::to_value(rules).expect("rules have a JSON form")
        };
        let fifteen = Rules::new(Size::FIFTEEN, Rule::Freestyle);
        let mut demo = Record::new::<Self>(Self::ID, &fifteen);
        let points = notation::parse_list(DEMO).expect("the demonstration is a move list");
        demo.events = points.into_iter().map(|point| Event::Move(point.to_string())).collect();
        GameInfo {
            levels: levels::all(),
            default_level: levels::DEFAULT,
            hint_level: levels::HINT,
            rules: vec![
                RuleField::new(
                    "size",
                    RuleKind::Number {
                        min: i64::from(*SIZES.start()),
                        max: i64::from(*SIZES.end()),
                        usual: vec![9, 13, 15, 19],
                    },
                ),
                RuleField::new(
                    "rule",
                    RuleKind::Choice { options: Rule::ALL.iter().map(|rule| rule.name()).collect() },
                ),
                RuleField::new(
                    "opening",
                    RuleKind::Choice { options: Opening::ALL.iter().map(|opening| opening.name()).collect() },
                ),
            ],
            presets: vec![
                Preset { id: "freestyle19", rules: rules(Size::NINETEEN, Rule::Freestyle) },
                Preset { id: "freestyle15", rules: rules(Size::FIFTEEN, Rule::Freestyle) },
                Preset { id: "standard15", rules: rules(Size::FIFTEEN, Rule::Standard) },
                Preset { id: "renju15", rules: rules(Size::FIFTEEN, Rule::Renju) },
                Preset { id: "swap2", rules: opened(Rule::Freestyle, Opening::Swap2) },
                Preset { id: "taraguchi10", rules: opened(Rule::Renju, Opening::Taraguchi10) },
            ],
            formats: vec![
                FormatInfo::text("sgf", "application/x-go-sgf"),
                FormatInfo::text("psq", "text/plain"),
                FormatInfo { binary: true, writes: false, ..FormatInfo::text("lib", "application/octet-stream") },
            ],
            analyses: analysis::KINDS.map(AnalysisInfo::new).to_vec(),
            actions: Move::DECISIONS.iter().map(|decision| decision.name()).collect(),
            demo,
            ..GameInfo::new::<Self>("Gomoku", SeatInfo::black_and_white("stone"), &Rules::default())
        }
    }

    fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Self>>> {
        levels::player(level, rules, seed)
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
            "sgf" => Ok(sgf::read(text)?),
            "psq" => psq::read(text),
            "lib" => renlib::read(text),
            _ => Err(ExchangeError::UnknownFormat(format.to_owned())),
        }
    }

    fn export(format: &str, study: &Study) -> Result<String, ExchangeError> {
        match format {
            "sgf" => sgf::write(study),
            "psq" => psq::write(study),
            _ => Err(ExchangeError::UnknownFormat(format.to_owned())),
        }
    }

    #[cfg(all(feature = "threads", feature = "clock"))]
    fn protocols() -> &'static [banmen_core::Protocol] {
        const PBRAIN: banmen_core::Protocol = banmen_core::Protocol {
            name: "pbrain",
            summary: "Speak the Gomocup protocol on standard input and output",
            speak: || {
                let brain = crate::pbrain::EngineBrain::start()?;
                crate::pbrain::run(brain, io::BufReader::new(io::stdin()), io::stdout().lock())
            },
        };
        &[PBRAIN]
    }

    fn openings(rules: &Rules) -> &'static str {
        if rules.opening != Opening::None {
            return "";
        }
        match (rules.rule, rules.size.get()) {
            (Rule::Freestyle, 15) => OPENINGS_15,
            (Rule::Standard, 15) => OPENINGS_15_STANDARD,
            (Rule::Renju, 15) => OPENINGS_15_RENJU,
            (Rule::Freestyle, 19) => OPENINGS_19,
            (Rule::Freestyle, 20) => OPENINGS_20,
            _ => "",
        }
    }

    fn puzzles() -> Option<banmen_core::Puzzles<Self>> {
        Some(crate::puzzles::PUZZLES)
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Game, Random};

    use super::*;

    #[test]
    fn the_demonstration_is_a_legal_game() {
        Position::info().demo.replay::<Position>(Position::ID).unwrap();
    }

    #[test]
    fn every_preset_can_be_played() {
        for preset in Position::info().presets {
            let rules: Rules = serde_json::from_value(preset.rules).unwrap();
            Position::start(&rules).unwrap();
        }
    }

    #[test]
    fn every_level_gives_a_legal_move_under_every_rule_and_on_every_size() {
        let mut random = Random::new(2);
        for level in Position::info().levels {
            for (n, rule) in [5, 9, 15, 22].into_iter().flat_map(|n| Rule::ALL.map(|rule| (n, rule))) {
                let rules = Rules::new(Size::try_from(n as u8).unwrap(), rule);
                let mut player = Position::player(level.id, &rules, 7).unwrap();
                let mut position = Position::new(rules);
                for _ in 0..6 + random.below(3) {
                    let mut legal = Vec::new();
                    position.legal_moves(&mut legal);
                    position.play(*random.pick(&legal).unwrap()).unwrap();
                }
                let limits = Limits { nodes: Some(500), ..Limits::none() };
                let chosen = player.choose(&position, &limits, &mut |_| {}).unwrap();
                position.play(chosen).unwrap_or_else(|error| panic!("{}: {error}", level.id));
            }
        }
    }

    #[test]
    fn unknown_levels_and_formats_are_refused() {
        assert!(Position::player("grandmaster", &Rules::default(), 0).is_none());
        assert!(matches!(Position::import("pgn", ""), Err(ExchangeError::UnknownFormat(_))));
        let study = Study::new::<Position>("gomoku", &Rules::default());
        assert!(matches!(Position::export("pgn", &study), Err(ExchangeError::UnknownFormat(_))));
    }
}
