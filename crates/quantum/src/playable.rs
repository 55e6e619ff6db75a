//! Quantum gomoku as it is offered to people: its levels, its rules, its presets.

use banmen_core::{
    Analysis, AnalysisRequest, Condition, Event, GameInfo, LevelInfo, Limits, Playable, Player, Preset, Record,
    RuleField, RuleKind, SeatInfo, Tool,
};
use serde_json::json;

use crate::rules::{LONGEST_CYCLE, MOST_OBSERVATIONS};
use crate::tools::TOOLS;
use crate::{ADVISER, MAX_POINTS, Move, Position, ROWS, Rules, SIZES, analysis, player};

/// The game's name in the catalogue.
pub const ID: &str = "quantum";

/// The short game of the home page's small board, on nine by nine points.
const DEMO: &str = "e6 skip c4 skip b4 skip b5 skip e4 skip e2 skip e3 skip d3 skip e5 observe bwbwbwbwb \
    a6 observe wwbwbwwbww e7 observe wwbwbwwbbwb f1 observe bwwwbwbbbwbb";

fn rule_fields() -> Vec<RuleField> {
    let number = |range: std::ops::RangeInclusive<u8>, usual: Vec<i64>| RuleKind::Number {
        min: i64::from(*range.start()),
        max: i64::from(*range.end()),
        usual,
    };
    let choice = |options: &[&'static str]| RuleKind::Choice { options: options.to_vec() };
    let cycle = || RuleKind::Numbers { min: 0, max: 100, longest: LONGEST_CYCLE };
    let counted = || Condition::new("observations", ["each", "shared"]);
    let count = RuleKind::Number { min: 1, max: i64::from(MOST_OBSERVATIONS), usual: vec![1, 3, 5, 10] };
    let first = RuleKind::Number { min: 1, max: MAX_POINTS as i64, usual: vec![1, 5, 9] };
    vec![
        RuleField::new("size", number(SIZES, vec![9, 13, 15, 19])),
        RuleField::new("row", number(ROWS, vec![3, 4, 5, 6])).advanced(),
        RuleField::new("black_cycle", cycle()).advanced(),
        RuleField::new("white_cycle", cycle()).advanced(),
        RuleField::new("observations", choice(&["unlimited", "each", "shared"])),
        RuleField::new("observation_count", count).when(counted()),
        RuleField::new("first_observation", first).advanced(),
        RuleField::new("after_miss", choice(&["revert", "keep", "choose"])),
        RuleField::new("both_rows", choice(&["observer", "draw"])).advanced(),
        RuleField::new("out_of_observations", choice(&["play_on", "draw"])).advanced().when(counted()),
    ]
}

impl Playable for Position {
    const ID: &'static str = ID;

    fn info() -> GameInfo {
        let demo_rules = Rules { size: 9, ..Rules::video() };
        let mut demo = Record::new::<Self>(Self::ID, &demo_rules);
        demo.events = DEMO
            .split_whitespace()
            .map(|text| match text.parse() {
                Ok(Move::Collapse(_)) => Event::Chance(text.to_owned()),
                _ => Event::Move(text.to_owned()),
            })
            .collect();
        let levels = [("random", 0.1), ("easy", 0.3), ("normal", 0.3), ("hard", 1.0), ("exact", 60.0)];
        let when = |id: &str| (id == "exact").then(|| Condition::new("size", [3]));
        GameInfo {
            levels: levels.map(|(id, seconds)| LevelInfo { when: when(id), ..LevelInfo::new(id, seconds) }).to_vec(),
            default_level: "normal",
            hint_level: ADVISER,
            rules: rule_fields(),
            presets: vec![
                Preset { id: "video", rules: json!(Rules::video()) },
                Preset { id: "rulebook", rules: json!(Rules::rulebook()) },
            ],
            analyses: analysis::kinds(),
            actions: vec!["observe", "skip", "cancel", "keep"],
            chance: true,
            demo,
            ..GameInfo::new::<Self>("Quantum gomoku", SeatInfo::black_and_white("stone"), &Rules::default())
        }
    }

    fn player(level: &str, rules: &Rules, seed: u64) -> Option<Box<dyn Player<Self>>> {
        player(level, rules, seed)
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
        &TOOLS
    }

    fn puzzles() -> Option<banmen_core::Puzzles<Self>> {
        Some(crate::puzzles::PUZZLES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use banmen_core::{Draw, Game, Random};

    #[test]
    fn the_demonstration_is_a_whole_game() {
        let replay = Position::info().demo.replay::<Position>(ID).unwrap();
        assert!(replay.position.outcome().is_some());
    }

    #[test]
    fn every_preset_can_be_played_and_every_field_has_a_default() {
        let info = Position::info();
        for preset in &info.presets {
            let rules: Rules = serde_json::from_value(preset.rules.clone()).unwrap();
            Position::start(&rules).unwrap();
        }
        for field in &info.rules {
            assert!(!info.default_rules[field.key].is_null(), "{}", field.key);
        }
        assert_eq!(info.default_rules.as_object().unwrap().len(), info.rules.len());
    }

    #[test]
    fn every_level_answers_in_every_stage_under_both_presets() {
        let mut random = Random::new(8);
        for rules in [Rules::video(), Rules::rulebook(), Rules { size: 3, row: 3, ..Rules::rulebook() }] {
            for level in Position::info().levels {
                let Some(mut player) = Position::player(level.id, &rules, 3) else {
                    assert!(level.id == "exact" && rules.size > 3);
                    continue;
                };
                let mut position = Position::start(&rules).unwrap();
                for _ in 0..40 {
                    let m = match position.turn() {
                        banmen_core::Turn::Over { .. } => break,
                        banmen_core::Turn::Chance => position.draw(&mut random).unwrap(),
                        banmen_core::Turn::Seat { .. } => {
                            let limits = Limits { nodes: Some(300), ..Limits::none() };
                            let chosen = player.choose(&position, &limits, &mut |_| {}).unwrap();
                            let mut legal = Vec::new();
                            position.legal_moves(&mut legal);
                            assert!(legal.contains(&chosen), "{} chose {chosen}", level.id);
                            if random.percent(30) { *random.pick(&legal).unwrap() } else { chosen }
                        }
                    };
                    position.play(m).unwrap();
                }
            }
        }
    }
}
