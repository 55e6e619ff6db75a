//! Konane as it is offered to people: its levels and its rules.

use banmen_core::{
    Analysis, AnalysisInfo, AnalysisRequest, Condition, Event, GameInfo, Limits, Playable, Player, Preset, Record,
    RuleField, RuleKind, SeatInfo, Tool,
};
use serde_json::json;

use crate::position::Konane;
use crate::rules::Rules;
use crate::{analysis, level};

/// The short game of the home page's small board.
const DEMO: &str = "f6 e6 f4-f6 d5-f5 d4-f4 c6-e6 f6-d6 c4-c6 f4-f6 c6-e6 d2-d4 e2-e4 a5-c5 b3-d3 b2-d2 d3-d5 c5-e5 a4-c4 \
                    e5-e3 f3-d3 d2-d4 c4-e4 f6-d6 a6-e6";
/// Sides of a traditional board that are offered.
const SIDES: std::ops::RangeInclusive<i64> = 4..=10;
/// The longest position that can be typed in: 16 rows of 16 and the marks between them.
const LONGEST_POSITION: usize = 16 * 16 + 15;

impl Playable for Konane {
    const ID: &'static str = "konane";

    fn info() -> GameInfo {
        let starting = |how: &str| Condition::new("start", [how]);
        let side = |key| {
            let kind = RuleKind::Number { min: *SIDES.start(), max: *SIDES.end(), usual: vec![4, 5, 6, 8] };
            RuleField::new(key, kind).when(starting("traditional"))
        };
        let choice = |key, options| RuleField::new(key, RuleKind::Choice { options });
        let rules = |rows, cols| json!(Rules::traditional(rows, cols));
        let mut demo = Record::new::<Self>(Self::ID, &Rules::default());
        demo.events = DEMO.split(' ').map(|text| Event::Move(text.to_owned())).collect();
        GameInfo {
            levels: level::all(),
            default_level: "normal",
            hint_level: "hard",
            rules: vec![
                side("rows"),
                side("cols"),
                choice("start", vec!["traditional", "free"]),
                RuleField::new("position", RuleKind::Text { longest: LONGEST_POSITION }).when(starting("free")),
                choice("first", vec!["black", "white"]).advanced().when(starting("free")),
                choice("jumps", vec!["any", "final"]).advanced(),
            ],
            presets: vec![
                Preset { id: "traditional6", rules: rules(6, 6) },
                Preset { id: "traditional8", rules: rules(8, 8) },
            ],
            analyses: analysis::KINDS.map(AnalysisInfo::new).to_vec(),
            demo,
            ..GameInfo::new::<Self>("Konane", SeatInfo::black_and_white("pebble"), &Rules::default())
        }
    }

    fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Self>>> {
        level::player(level, rules.jumps, seed)
    }

    fn analyse(
        &self,
        request: &AnalysisRequest,
        limits: &Limits,
        report: &mut dyn FnMut(Analysis),
    ) -> Result<(), String> {
        analysis::analyse(self, request, limits, report)
    }

    fn tools() -> &'static [Tool] {
        crate::tools::TOOLS
    }

    fn puzzles() -> Option<banmen_core::Puzzles<Self>> {
        Some(crate::puzzles::PUZZLES)
    }
}

#[cfg(test)]
mod tests {
    use banmen_core::Game;

    use super::*;

    #[test]
    fn the_demonstration_is_a_legal_game() {
        Konane::info().demo.replay::<Konane>(Konane::ID).expect("every move is legal");
    }

    #[test]
    fn every_preset_can_be_played() {
        for preset in Konane::info().presets {
            let rules: Rules = serde_json::from_value(preset.rules).expect("rules");
            Konane::start(&rules).expect("a board");
        }
    }
}
