//! Games in KIF, as Japanese programs write them; the words are those of lishogi for どうぶつしょうぎ, and the like for the
//! other boards. Variations and comments are read and written; signs and arrows have no place in the format.

mod header;
mod read;
mod write;

use crate::position::BoardName;
use crate::rules::{BoardSpec, Piece};

pub(crate) use read::read;
pub(crate) use write::write;

/// What each piece is called, by its English name: in moves, in diagrams, and by others.
const NAMES: [(&str, &[&str]); 9] = [
    ("lion", &["ライオン", "ラ", "らいおん", "王", "玉"]),
    ("chick", &["ひよこ", "ひ", "ヒヨコ", "ひよ子", "歩"]),
    ("hen", &["にわとり", "に", "ニワトリ", "鶏", "と"]),
    ("elephant", &["ぞう", "ぞ", "ゾウ", "象", "像", "角"]),
    ("giraffe", &["きりん", "き", "キリン", "麒麟", "飛"]),
    ("deer", &["しか", "し", "シカ", "鹿"]),
    ("cat", &["ねこ", "ね", "ネコ", "猫", "銀"]),
    ("dog", &["いぬ", "い", "イヌ", "犬", "金"]),
    ("lynx", &["おおやまねこ", "お", "オオヤマネコ", "成銀", "全"]),
];

/// What each board's usual game is called, the name that is written first.
const GAMES: [(BoardName, &[&str]); 3] = [
    (BoardName::Gorogoro, &["ごろごろどうぶつしょうぎ", "ごろごろ", "gorogoro"]),
    (BoardName::Deer, &["しかどうぶつしょうぎ", "しか", "deer"]),
    (BoardName::Classic, &["どうぶつしょうぎ", "どうぶつ", "動物将棋", "動物", "doubutsu", "dobutsu", "classic"]),
];

const KANJI: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const WIDE: [char; 10] = ['０', '１', '２', '３', '４', '５', '６', '７', '８', '９'];

fn names(piece: &Piece) -> &'static [&'static str] {
    NAMES.iter().find(|(name, _)| *name == piece.name).map_or(&["？", "？"], |(_, names)| names)
}

fn digit(sign: char) -> Option<usize> {
    let found = |signs: &[char; 10]| signs.iter().position(|&known| known == sign);
    sign.to_digit(10).map(|digit| digit as usize).or_else(|| found(&WIDE)).or_else(|| found(&KANJI))
}

/// The slot of the piece whose name begins this text, the longest that fits, and what follows.
fn piece<'a>(spec: &BoardSpec, text: &'a str) -> Option<(usize, &'a str)> {
    let all = spec.pieces.iter().enumerate().filter_map(|(slot, piece)| Some((slot, names(piece.as_ref()?))));
    let fits = all.flat_map(|(slot, names)| names.iter().map(move |name| (slot, *name)));
    let (slot, name) = fits.filter(|(_, name)| text.starts_with(name)).max_by_key(|(_, name)| name.len())?;
    Some((slot, &text[name.len()..]))
}

/// Tags of a study and what KIF calls them.
const TAGS: [(&str, &str); 5] =
    [("first", "先手"), ("second", "後手"), ("event", "棋戦"), ("place", "場所"), ("date", "開始日時")];

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Event, Game, Node, Random, Replay, Study};

    use super::*;
    use crate::playable::ID;
    use crate::position::{Position, Rules};

    fn moves(study: &Study) -> String {
        let text = |node: &Node| match &node.event {
            Some(Event::Move(text)) => Some(text.clone()),
            Some(Event::Resign(_)) => Some("resign".to_owned()),
            _ => None,
        };
        study.nodes.iter().filter_map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn accept_a_game_as_lishogi_writes_it() {
        let text = "開始日時：2026/01/02\n手合割：どうぶつしょうぎ\n先手：one\n後手：two\n\
            手数----指手---------消費時間--\n* start\n   1   ２二ひよこ(23)   (00:01/00:00:01)\n* takes\n   2   同　ライオン(21)\n\
            \x20  3   ２三ひよこ打\n   4   投了\n\n変化：2手\n   2   ３二きりん(31)\n";
        // A place that is taken.
        let error = read(&text.replace("２三ひよこ打", "２四ひよこ打")).unwrap_err().to_string();
        assert!(error.starts_with("KIF: line 10: "), "{error}");
        let study = read(text).unwrap();
        assert_eq!(moves(&study), "b2b3 b4b3 C@b2 resign a4a3");
        assert_eq!(study.parent(5), Some(1));
        assert_eq!((study.nodes[0].comment.as_str(), study.nodes[1].comment.as_str()), ("start", "takes"));
        assert_eq!(study.tags["first"], "one");
        assert_eq!(study.rules["board"], "classic");
    }

    #[test]
    fn random_trees_come_back_as_they_went_out() {
        let mut random = Random::new(3);
        for round in 0..90 {
            let board = BoardName::ALL[round % 3];
            let mut start = Replay::<Position>::start(&Rules::on(board)).unwrap();
            let mut legal = Vec::new();
            // Some begin in the middle of a game.
            for _ in 0..random.below(12) * (round as u64 % 2) {
                legal.clear();
                start.position.legal_moves(&mut legal);
                if let Some(m) = random.pick(&legal) {
                    start.position.play(*m).unwrap();
                }
            }
            if start.turn().outcome().is_some() {
                continue;
            }
            let rules = Position::from_board(*start.position.board()).rules().clone();
            let mut study = Study::new::<Position>(ID, &rules);
            let mut replays = vec![Replay::<Position>::start(&rules).unwrap()];
            for _ in 0..40 {
                let parent =
                    if random.percent(70) { replays.len() - 1 } else { random.below(replays.len() as u64) as usize };
                let mut replay = replays[parent].clone();
                legal.clear();
                if replay.turn().outcome().is_none() {
                    replay.position.legal_moves(&mut legal);
                }
                let Some(m) = random.pick(&legal) else { continue };
                let event = Event::Move(m.to_string());
                let known = (1..study.nodes.len())
                    .any(|n| study.parent(n) == Some(parent) && study.nodes[n].event.as_ref() == Some(&event));
                if known {
                    continue;
                }
                replay.apply(&event).unwrap();
                let next = study.nodes.len();
                let comment = if random.percent(20) { "良い手\nsecond line".to_owned() } else { String::new() };
                study.nodes.push(Node {
                    after: (parent + 1 != next).then_some(parent as u32),
                    event: Some(event),
                    comment,
                    ..Node::default()
                });
                replays.push(replay);
            }
            let text = write(&study).unwrap();
            let back = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(back.rules, study.rules, "{text}");
            assert_eq!(tree(&back), tree(&study), "{text}");
        }
    }

    /// Every line of a tree with its comments, whatever the order of the list.
    fn tree(study: &Study) -> Vec<(Vec<usize>, Option<Event>, String)> {
        let children = study.children();
        let mut seen = Vec::new();
        let mut open = vec![(0, Vec::new())];
        while let Some((node, path)) = open.pop() {
            seen.push((path.clone(), study.nodes[node].event.clone(), study.nodes[node].comment.clone()));
            for (index, &child) in children[node].iter().enumerate() {
                open.push((child, path.iter().copied().chain([index]).collect()));
            }
        }
        seen.sort_by(|one, other| one.0.cmp(&other.0));
        seen
    }

    #[test]
    fn reject_what_is_no_game() {
        for (text, why) in [
            ("", "this is no KIF"),
            ("hello", "this is no KIF"),
            ("手合割：平手\n", "line 1: 手合割 \"平手\" is not animal shogi"),
            ("手合割：どうぶつしょうぎ\n   1   ９九ひよこ(23)\n", "line 2"),
            ("手合割：どうぶつしょうぎ\n   1   ２二いぬ(23)\n", "names no piece of this board"),
            ("手合割：どうぶつしょうぎ\n   1   ２二ひよこ\n", "where the piece comes from"),
            ("手合割：どうぶつしょうぎ\n変化：5手\n", "line 2"),
            ("手合割：どうぶつしょうぎ\n|vき|一\n", "line 2"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn damaged_games_never_panic() {
        let mut random = Random::new(9);
        let whole: Vec<char> = "手合割：どうぶつしょうぎ\n後手の持駒：ひよこ二\n|vきvラ ・|一\n先手の持駒：なし\n   1   ２二ひよこ成(23)\n* 変化：1手\n変化：1手\n   1   同　ぞう打(34)\n".chars().collect();
        for _ in 0..4000 {
            let mut damaged = whole.clone();
            for _ in 0..=random.below(5) {
                let at = random.below(damaged.len() as u64) as usize;
                match random.below(3) {
                    0 => drop(damaged.remove(at)),
                    1 => damaged.insert(at, whole[random.below(whole.len() as u64) as usize]),
                    _ => damaged[at] = char::from_u32(random.below(0x3100) as u32).unwrap_or('x'),
                }
            }
            let text: String = damaged.into_iter().collect();
            if let Ok(study) = read(&text) {
                study.walk::<Position>(ID, &mut |_, _| {}).unwrap();
            }
        }
    }
}
