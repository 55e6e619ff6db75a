//! The flows of both seeds, every parameter, and what is refused.

use banmen_core::{Game, Outcome, Random, Seat, Turn, testing::conformance};
use banmen_quantum::{
    AfterMiss, BothRows, Move, Observations, OutOfObservations, Percent, Position, Rules, Stage, reason,
};

fn tiny(rules: Rules) -> Rules {
    Rules { size: 3, row: 3, ..rules }
}

fn after(rules: &Rules, events: &str) -> Position {
    let mut position = Position::start(rules).unwrap();
    for event in events.split_whitespace() {
        position.play(event.parse().unwrap()).unwrap_or_else(|error| panic!("{events}: {error}"));
    }
    position
}

/// Plays an event that must be refused, and gives the reason.
fn refusal(position: &Position, event: &str) -> String {
    let mut changed = position.clone();
    let error = changed.play(event.parse().unwrap()).unwrap_err().to_string();
    assert_eq!(&changed, position, "refusing {event} changed the position");
    error
}

#[test]
fn the_games_conform() {
    let small = |rules: Rules| Rules { size: 5, row: 4, ..rules };
    let mut all = vec![Rules::video(), Rules::rulebook()];
    for after_miss in [AfterMiss::Revert, AfterMiss::Keep, AfterMiss::Choose] {
        for observations in [Observations::Unlimited, Observations::Each, Observations::Shared] {
            for (both_rows, out_of_observations) in
                [(BothRows::Observer, OutOfObservations::PlayOn), (BothRows::Draw, OutOfObservations::Draw)]
            {
                let rules = Rules { after_miss, observations, both_rows, out_of_observations, ..Rules::video() };
                all.push(small(Rules { observation_count: 2, first_observation: 4, ..rules.clone() }));
                all.push(tiny(rules));
            }
        }
    }
    conformance::<Position>("quantum", &all, 6);
}

#[test]
fn the_video_flow() {
    // Place, observe, miss: the turn passes and the stones keep their probabilities.
    let position = after(&tiny(Rules::video()), "a1 observe b");
    assert_eq!(position.stage(), Stage::Place);
    assert_eq!(position.turn(), Turn::of(Seat::Second));
    assert_eq!(position.grid().at(0), Percent::new(90));
    // Observing is possible again and again.
    let position = after(&tiny(Rules::video()), "a1 observe b b1 observe bw c1 observe wwb");
    assert_eq!(position.observations().len(), 3);
    assert_eq!(position.observations_left(Seat::First), None);
}

#[test]
fn the_rulebook_flow() {
    let rules = tiny(Rules::rulebook());
    let position = after(&rules, "a1 observe w");
    assert_eq!(position.stage(), Stage::AfterMiss);
    assert_eq!(position.turn(), Turn::of(Seat::First), "the choice is the observer's");
    assert_eq!(position.observations_left(Seat::First), Some(4));
    let cancelled = after(&rules, "a1 observe w cancel");
    assert_eq!(cancelled.grid().at(0), Percent::new(90));
    let kept = after(&rules, "a1 observe w keep");
    assert_eq!(kept.grid().at(0), Some(Percent::WHITE));
    assert_eq!(kept.turn(), Turn::of(Seat::Second));
    assert_eq!(kept.next_stone(), Percent::new(10).unwrap());
    // A kept stone cannot come up in the other colour.
    let position = after(&rules, "a1 observe w keep b1 observe");
    assert!(refusal(&position, "bw").contains("a1 cannot come up black"));
}

#[test]
fn whoever_has_the_row_wins_whoever_observed() {
    let before = "a1 skip a3 skip b1 skip b3 skip c1 skip c3 observe";
    let rules = tiny(Rules::video());
    // Stones in order: a1 a3 b1 b3 c1 c3.
    let position = after(&rules, &format!("{before} bwbbbw"));
    assert_eq!(position.outcome(), Some(Outcome::win(Seat::First, reason::ROW)));
    let position = after(&rules, &format!("{before} wwbwbw"));
    assert_eq!(position.outcome(), Some(Outcome::win(Seat::Second, reason::ROW)));
    let position = after(&rules, &format!("{before} bwbwbw"));
    assert_eq!(position.outcome(), Some(Outcome::win(Seat::Second, reason::BOTH_ROWS)), "the observer's");
    let position = after(&Rules { both_rows: BothRows::Draw, ..rules.clone() }, &format!("{before} bwbwbw"));
    assert_eq!(position.outcome(), Some(Outcome::draw(reason::BOTH_ROWS)));
    assert!(refusal(&position, "a2").contains("locked"));
}

#[test]
fn more_than_a_row_is_a_row() {
    let rules = Rules { size: 6, row: 5, ..Rules::video() };
    let placed = "a1 skip a3 skip b1 skip b3 skip c1 skip c3 skip d1 skip d3 skip e1 skip a5 skip f1 observe";
    let position = after(&rules, &format!("{placed} bwbwbwbwbwb"));
    assert_eq!(position.outcome(), Some(Outcome::win(Seat::First, reason::ROW)));
    assert_eq!(position.rows_of_last_observation(true), [(0, 5)]);
}

#[test]
fn a_full_board_is_a_draw_after_the_last_chance_to_observe() {
    let filled = "a1 skip b1 skip c1 skip a2 skip b2 skip c2 skip a3 skip b3 skip c3";
    let position = after(&tiny(Rules::video()), filled);
    assert_eq!(position.stage(), Stage::Decide);
    let skipped = after(&tiny(Rules::video()), &format!("{filled} skip"));
    assert_eq!(skipped.outcome(), Some(Outcome::draw(reason::FULL)));
}

#[test]
fn a_miss_on_a_full_board_ends_the_game() {
    let filled = "a1 skip b1 skip c1 skip a2 skip b2 skip c2 skip a3 skip b3 skip c3";
    for rules in [Rules::video(), Rules::rulebook(), Rules { after_miss: AfterMiss::Keep, ..Rules::video() }] {
        let position = after(&tiny(rules), &format!("{filled} observe bwbbwwwbb"));
        assert_eq!(position.outcome(), Some(Outcome::draw(reason::FULL)));
    }
}

#[test]
fn without_observations_the_turn_passes_by_itself() {
    let rules = tiny(Rules { observation_count: 1, ..Rules::rulebook() });
    let position = after(&rules, "a1 observe b cancel b1 skip c1");
    assert_eq!(position.turn(), Turn::of(Seat::Second), "Black has none left");
    assert!(refusal(&position, "observe").contains("no observation is left to the player"));
    let position = after(&rules, "a1 observe b cancel b1 observe bw keep c1 a2 b2");
    assert_eq!(position.turn(), Turn::of(Seat::Second));
    assert!(refusal(&position, "observe").contains("no observation is left"));
    let shared = tiny(Rules { observation_count: 1, observations: Observations::Shared, ..Rules::video() });
    let position = after(&shared, "a1 observe b b1 c1");
    assert_eq!(position.observations_left(Seat::Second), Some(0));
}

#[test]
fn both_out_of_observations_can_be_a_draw() {
    let rules = tiny(Rules { observation_count: 1, out_of_observations: OutOfObservations::Draw, ..Rules::rulebook() });
    let position = after(&rules, "a1 observe b cancel b1 observe bw");
    assert_eq!(position.outcome(), Some(Outcome::draw(reason::NO_OBSERVATIONS)));
}

#[test]
fn nobody_observes_before_the_agreed_stone() {
    let rules = tiny(Rules { first_observation: 3, ..Rules::video() });
    let position = after(&rules, "a1 b1");
    assert_eq!((position.stage(), position.turn()), (Stage::Place, Turn::of(Seat::First)));
    assert_eq!(after(&rules, "a1 b1 c1").stage(), Stage::Decide);
}

#[test]
fn reject_what_the_rules_forbid_and_say_why() {
    let rules = tiny(Rules::video());
    let placed = after(&rules, "a1");
    assert!(refusal(&placed, "b1").contains("observe or skip"));
    assert!(refusal(&placed, "keep").contains("nothing has been observed"));
    assert!(refusal(&placed, "b").contains("nobody observes"));
    let waiting = after(&rules, "a1 skip");
    assert!(refusal(&waiting, "a1").contains("has a stone already"));
    assert!(refusal(&waiting, "d4").contains("off the board"));
    assert!(refusal(&waiting, "observe").contains("placed first"));
    assert!(refusal(&waiting, "cancel").contains("no choice"));
    let drawing = after(&rules, "a1 observe");
    assert_eq!(drawing.turn(), Turn::Chance);
    assert!(refusal(&drawing, "skip").contains("chance draws"));
    assert!(refusal(&drawing, "bw").contains("2 colours for 1 stones"));
    let choosing = after(&tiny(Rules::rulebook()), "a1 observe b");
    assert!(refusal(&choosing, "b1").contains("cancel the observation or keep"));
}

#[test]
fn draws_have_their_chances() {
    let mut position = after(&Rules::video(), "a1 skip b1 skip c1 skip d1");
    position.play(Move::Observe).unwrap();
    let mut random = Random::new(5);
    let mut black = [0u32; 4];
    for _ in 0..4000 {
        let Some(Move::Collapse(colours)) = position.draw(&mut random) else { panic!("chance draws colours") };
        for (count, is_black) in black.iter_mut().zip(colours.iter()) {
            *count += u32::from(is_black);
        }
    }
    for (count, percent) in black.into_iter().zip([90.0, 10.0, 70.0, 30.0]) {
        assert!((f64::from(count) / 40.0 - percent).abs() < 3.0, "{black:?}");
    }
}
