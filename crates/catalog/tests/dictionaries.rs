//! The page has words for everything that the games say, in each of its languages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use banmen_catalog::{AnyGame, Entry, games};
use banmen_core::{Agreement, AnalysisRequest, Event, GameInfo, Limits, Random, RuleKind, Text, Turn, View};

const LANGUAGES: [&str; 3] = ["en", "ja", "zh-Hant"];
/// Random games of each kind, and how far each is followed.
const GAMES: u64 = 12;
const LONGEST: usize = 160;

type Dictionary = BTreeMap<String, String>;

fn dictionaries() -> Vec<(&'static str, Dictionary)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/i18n");
    let read = |language: &'static str| {
        let text = std::fs::read_to_string(folder.join(format!("{language}.json"))).unwrap();
        (language, serde_json::from_str(&text).unwrap())
    };
    LANGUAGES.map(read).to_vec()
}

/// Fails with a list of the keys that are missing in some language. Of each group of keys one must be there.
fn assert_known(groups: impl IntoIterator<Item = Vec<String>>) {
    let dictionaries = dictionaries();
    let mut missing = BTreeSet::new();
    for group in groups {
        for (language, dictionary) in &dictionaries {
            if !group.iter().any(|key| dictionary.contains_key(key)) {
                missing.insert(format!("{language}: {}", group.join(" or ")));
            }
        }
    }
    assert!(missing.is_empty(), "the page has no words for\n{}", missing.into_iter().collect::<Vec<_>>().join("\n"));
}

/// The keys of what a game offers.
fn offered(info: &GameInfo) -> Vec<Vec<String>> {
    let id = info.id;
    let own = |rest: String| vec![format!("game.{id}.{rest}")];
    let mut keys = vec![own("name".to_owned()), own("sentence".to_owned())];
    keys.extend(info.seats.iter().map(|seat| vec![format!("side.{}", seat.key)]));
    keys.extend(info.seats.iter().map(|seat| vec![format!("piece.{}", seat.emblem)]));
    keys.extend(
        info.promotions.iter().flat_map(|grown| [grown.from, grown.to].map(|name| vec![format!("piece.{name}")])),
    );
    keys.extend(
        info.levels.iter().map(|level| vec![format!("game.{id}.level.{}", level.id), format!("level.{}", level.id)]),
    );
    keys.extend(info.presets.iter().map(|preset| own(format!("preset.{}", preset.id))));
    keys.extend(info.analyses.iter().map(|kind| vec![format!("analysis.kind.{}", kind.id)]));
    keys.extend(info.actions.iter().map(|name| vec![format!("move.{name}")]));
    for field in &info.rules {
        keys.push(own(format!("rule.{}", field.key)));
        if let RuleKind::Choice { options } = &field.kind {
            keys.extend(options.iter().map(|option| own(format!("rule.{}.{option}", field.key))));
        }
    }
    keys
}

#[test]
fn everything_that_is_offered_has_a_name() {
    assert_known(games().iter().flat_map(|entry| offered(entry.info())));
}

/// Everything that a picture says.
fn said(view: &View) -> Vec<Text> {
    let mut texts = vec![view.status.clone()];
    texts.extend(view.spoken.clone());
    texts.extend(view.compare.iter().map(|layer| layer.title.clone()));
    texts.extend(view.counters.iter().map(|counter| counter.label.clone()));
    if let Turn::Over { outcome } = view.turn {
        texts.push(Text::new(format!("reason.{}", outcome.reason)));
    }
    texts.extend(view.pieces.iter().map(|piece| Text::new(format!("piece.{}", piece.glyph))));
    texts.extend(
        view.moves.iter().filter_map(|m| m.choice.as_ref()).map(|choice| Text::new(format!("choice.{choice}"))),
    );
    texts
}

/// Everything that a position's analyses say, each cut short.
fn analysed(game: &dyn AnyGame, info: &GameInfo) -> Vec<Text> {
    let mut texts = Vec::new();
    for kind in &info.analyses {
        // A table of all positions takes minutes; what is said meanwhile is known.
        if kind.seconds > 60.0 || kind.when.as_ref().is_some_and(|when| !when.holds(&game.record().rules)) {
            continue;
        }
        let request = AnalysisRequest { kind: kind.id.to_owned(), lines: 2 };
        let _ = game.analyse(&request, &Limits::of_nodes(2000), &mut |found| {
            texts.push(found.headline);
            texts.extend(found.figures.into_iter().map(|figure| figure.label));
            texts.extend(found.lines.into_iter().filter_map(|line| line.note));
        });
    }
    texts
}

/// What is said in random games under these rules, once for each key.
fn heard(entry: &Entry, rules: &serde_json::Value) -> BTreeMap<String, Text> {
    let mut texts = BTreeMap::new();
    let mut hear = |said: Vec<Text>| texts.extend(said.into_iter().map(|text| (text.key.clone(), text)));
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let mut game = entry.start(rules).unwrap();
        for step in 0..LONGEST {
            hear(said(&game.view()));
            if seed == 0 && step % 40 == 6 {
                hear(analysed(&*game, entry.info()));
            }
            let event = match game.turn() {
                Turn::Over { .. } => break,
                Turn::Chance => game.draw(&mut random).unwrap(),
                Turn::Seat { .. } => Event::Move(random.pick(&game.legal_moves()).unwrap().clone()),
            };
            game.apply(&event).unwrap();
        }
        if let Turn::Seat { seat } = game.turn() {
            for ending in [
                Event::Resign(seat),
                Event::Timeout(seat),
                Event::Absent(seat),
                Event::End(Agreement::Draw),
                Event::End(Agreement::Abort),
            ] {
                let mut ended = game.duplicate();
                ended.apply(&ending).unwrap();
                hear(said(&ended.view()));
            }
        }
    }
    texts.remove("");
    texts
}

#[test]
fn everything_that_games_say_has_words_with_their_arguments() {
    let mut texts = BTreeMap::new();
    for entry in games() {
        let info = entry.info();
        texts.extend(heard(entry, &info.default_rules));
        for preset in &info.presets {
            texts.extend(heard(entry, &preset.rules));
        }
    }
    assert!(texts.len() > 30, "only {} sentences were heard", texts.len());
    assert_known(texts.keys().map(|key| vec![key.clone()]));
    for (language, dictionary) in dictionaries() {
        for (key, text) in &texts {
            for slot in dictionary[key].split('{').skip(1) {
                let name: String = slot.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(
                    text.args.contains_key(&name),
                    "{language}: {key} wants {{{name}}}, but there is {:?}",
                    text.args
                );
            }
        }
    }
}

#[test]
fn levels_play_and_choices_are_offered_under_their_conditions_only() {
    for entry in games() {
        let info = entry.info();
        for rules in info.presets.iter().map(|preset| &preset.rules).chain([&info.default_rules]) {
            for level in &info.levels {
                let offered = level.when.as_ref().is_none_or(|when| when.holds(rules));
                // Making the perfect player begins to build its table, which takes minutes.
                if level.when.is_none() || !offered {
                    assert_eq!(entry.player(level.id, rules, 1).is_ok(), offered, "{} {} {rules}", info.id, level.id);
                }
            }
        }
        let conditions = info.rules.iter().filter_map(|field| field.when.as_ref());
        let conditions = conditions.chain(info.levels.iter().filter_map(|level| level.when.as_ref()));
        for condition in conditions.chain(info.analyses.iter().filter_map(|kind| kind.when.as_ref())) {
            assert!(!info.default_rules[condition.field].is_null(), "{}: {condition:?}", info.id);
        }
    }
}
