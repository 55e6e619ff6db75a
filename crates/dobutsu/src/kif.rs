//! Games in KIF, as Japanese programs write them; the words are those of lishogi for どうぶつしょうぎ, and the like for the
//! other boards. Variations and comments are read and written; signs and arrows have no place in the format.

use std::fmt::Write;

use banmen_core::{Agreement, Event, ExchangeError, Game, MAX_NODES, Node, Replay, Seat, Study};

use crate::moves::Move;
use crate::notation::{move_from_usi, move_to_usi};
use crate::playable::ID;
use crate::position::{AnyBoard, BoardName, Position, Rules};
use crate::rules::{BoardSpec, Piece, SLOTS};

/// The longest text that is read.
const LONGEST: usize = 4 << 20;

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

fn malformed(line: usize, what: impl std::fmt::Display) -> ExchangeError {
    ExchangeError::Malformed(format!("KIF: line {line}: {what}"))
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

/// A place as USI writes it, from file and rank as KIF counts them.
fn place(file: usize, rank: usize) -> Option<String> {
    let letter = char::from_u32('a' as u32 + u32::try_from(rank.checked_sub(1)?).ok()?)?;
    (1..=9).contains(&file).then(|| format!("{file}{letter}"))
}

/// Reads a game with its variations and comments.
pub(crate) fn read(text: &str) -> Result<Study, ExchangeError> {
    if text.len() > LONGEST {
        return Err(ExchangeError::Malformed(format!(
            "KIF: the text has {} bytes, at most {LONGEST} are read",
            text.len()
        )));
    }
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim_start_matches('\u{feff}').trim_end()))
        .collect();
    let header = Header::read(&lines)?;
    let mut study = Study::new::<Position>(ID, &header.rules);
    let start = Replay::<Position>::start(&header.rules).map_err(|error| malformed(header.line, error))?;
    for (tag, value) in header.tags {
        study.tags.insert(tag.to_owned(), value);
    }
    // The line in sight: the nodes from the start, and the positions there.
    let mut path: Vec<(usize, Replay<Position>)> = vec![(0, start)];
    let mut began = false;
    for (number, line) in lines {
        let line = line.trim_start();
        if let Some(comment) = line.strip_prefix(['*', '＊']) {
            let node = path.last().map_or(0, |(node, _)| *node);
            let said = &mut study.nodes[node].comment;
            if !said.is_empty() {
                said.push('\n');
            }
            said.push_str(comment.trim());
            continue;
        }
        if let Some(rest) = line.strip_prefix("変化") {
            let digits: String = rest.chars().filter_map(digit).map(|digit| digit.to_string()).collect();
            let at = digits.parse::<usize>().ok().filter(|&at| at >= 1 && at <= path.len());
            let at =
                at.ok_or_else(|| malformed(number, "the variation begins at a move that is not on the line before"))?;
            path.truncate(at);
            continue;
        }
        let count = line.chars().take_while(char::is_ascii_digit).count();
        if count == 0 || line.starts_with('#') {
            continue;
        }
        let body = line[count..].trim_start_matches([' ', '\u{3000}', '\t']);
        if body.len() == line.len() - count || body.is_empty() {
            // A number that no move follows, as in a date.
            continue;
        }
        began = true;
        let (node, replay) = path.last().expect("the start stays on the path").clone();
        let Some(event) = event(&replay, body).map_err(|what| malformed(number, what))? else { continue };
        let mut after = replay;
        after.apply(&event).map_err(|why| malformed(number, why))?;
        if study.nodes.len() > MAX_NODES {
            return Err(malformed(number, format!("more than {MAX_NODES} positions are not read")));
        }
        let next = study.nodes.len();
        study.nodes.push(Node {
            after: (node + 1 != next).then_some(node as u32),
            event: Some(event),
            ..Node::default()
        });
        path.push((next, after));
    }
    if !began && !header.found {
        return Err(malformed(1, "there is neither 手合割 nor a move; this is no KIF"));
    }
    Ok(study)
}

/// What a line of moves says; `None` for an ending that is no event, as a mate that the board shows anyway.
fn event(replay: &Replay<Position>, body: &str) -> Result<Option<Event>, String> {
    let mover = replay.turn().seat();
    let endings: [(&str, Option<Event>); 9] = [
        ("投了", mover.map(Event::Resign)),
        ("切れ負け", mover.map(Event::Timeout)),
        ("中断", Some(Event::End(Agreement::Abort))),
        ("千日手", Some(Event::End(Agreement::Draw))),
        ("持将棋", Some(Event::End(Agreement::Draw))),
        ("詰み", None),
        ("トライ", None),
        ("反則", None),
        ("入玉", None),
    ];
    if let Some((_, event)) = endings.into_iter().find(|(name, _)| body.starts_with(name)) {
        return Ok(event.filter(|_| replay.turn().outcome().is_none()));
    }
    let spec = replay.position.name().spec();
    let (to, rest) = if let Some(rest) = body.strip_prefix(['同', '仝']) {
        let last = replay.position.last_move().ok_or("同 follows no move")?;
        let name = move_to_usi(spec, last);
        let name = name.trim_end_matches('+');
        (name[name.len() - 2..].to_owned(), rest.trim_start_matches([' ', '\u{3000}']))
    } else {
        let mut signs = body.chars();
        let (file, rank) = (signs.next().and_then(digit), signs.next().and_then(digit));
        let to = file.zip(rank).and_then(|(file, rank)| place(file, rank));
        (to.ok_or_else(|| format!("{:?} does not begin with a place such as ２三", quoted(body)))?, signs.as_str())
    };
    let (slot, rest) = piece(spec, rest).ok_or_else(|| format!("{:?} names no piece of this board", quoted(rest)))?;
    let text = if rest.starts_with('打') {
        let letter = spec.pieces[spec.hand_slot(slot)].map_or('?', |piece| char::from(piece.letter));
        format!("{letter}*{to}")
    } else {
        let promotes = rest.starts_with('成');
        let mut digits = rest.chars().skip_while(|&sign| sign != '(' && sign != '（').skip(1).filter_map(digit);
        let from = digits.next().zip(digits.next()).and_then(|(file, rank)| place(file, rank));
        let from = from.ok_or_else(|| format!("{:?} does not say where the piece comes from", quoted(body)))?;
        format!("{from}{to}{}", if promotes { "+" } else { "" })
    };
    let m: Move = move_from_usi(spec, &text).map_err(|error| error.to_string())?;
    let plays = |m: Move| replay.position.clone().play(m).is_ok();
    // Where promotion is forced, some leave 成 out.
    let promoted = move_from_usi(spec, &format!("{text}+")).ok();
    let m = promoted.filter(|&promoted| !plays(m) && plays(promoted)).unwrap_or(m);
    Ok(Some(Event::Move(m.to_string())))
}

fn quoted(text: &str) -> String {
    text.chars().take(20).collect()
}

/// What stands before the moves.
struct Header {
    rules: Rules,
    tags: Vec<(&'static str, String)>,
    /// The line that the start position was read from.
    line: usize,
    found: bool,
}

/// Tags of a study and what KIF calls them.
const TAGS: [(&str, &str); 5] =
    [("first", "先手"), ("second", "後手"), ("event", "棋戦"), ("place", "場所"), ("date", "開始日時")];

impl Header {
    fn read(lines: &[(usize, &str)]) -> Result<Header, ExchangeError> {
        let mut header = Header { rules: Rules::on(BoardName::Classic), tags: Vec::new(), line: 1, found: false };
        let mut board = None;
        let mut hands = [None, None];
        let mut side = Seat::First;
        let mut ranks: Vec<(usize, &str)> = Vec::new();
        for &(number, line) in lines {
            let line = line.trim();
            if let Some(rank) = line.strip_prefix('|') {
                ranks.push((number, rank));
            }
            if line.starts_with("後手番") {
                side = Seat::Second;
            }
            let Some((name, value)) = line.split_once(['：', ':']) else { continue };
            let value = value.trim_matches([' ', '\u{3000}']);
            match name {
                "手合割" => {
                    let known =
                        GAMES.iter().find(|(_, names)| names.iter().any(|known| value.eq_ignore_ascii_case(known)));
                    let (found, _) = known.ok_or_else(|| {
                        let names: Vec<&str> = GAMES.iter().map(|(_, names)| names[0]).collect();
                        malformed(
                            number,
                            format!("手合割 {:?} is not animal shogi; expected {}", quoted(value), names.join("、")),
                        )
                    })?;
                    (board, header.found) = (Some(*found), true);
                }
                "先手の持駒" | "下手の持駒" => hands[0] = Some((number, value)),
                "後手の持駒" | "上手の持駒" => hands[1] = Some((number, value)),
                _ => {
                    if let Some((tag, _)) = TAGS.iter().find(|(_, known)| *known == name).filter(|_| !value.is_empty())
                    {
                        header.tags.push((tag, value.to_owned()));
                    }
                }
            }
        }
        let board = board.unwrap_or(match ranks.len() {
            5 => BoardName::Deer,
            6 => BoardName::Gorogoro,
            _ => BoardName::Classic,
        });
        header.rules = Rules::on(board);
        if let Some(&(line, _)) = ranks.first() {
            (header.line, header.found) = (line, true);
            let position = diagram(board, &ranks, hands, side)?;
            let read = AnyBoard::from_text(board, &position).map_err(|error| malformed(line, error))?;
            if read != AnyBoard::start(board) {
                header.rules.position = read.to_text();
            }
        }
        Ok(header)
    }
}

/// A position drawn with pieces, in our own text form.
fn diagram(
    board: BoardName,
    ranks: &[(usize, &str)],
    hands: [Option<(usize, &str)>; 2],
    side: Seat,
) -> Result<String, ExchangeError> {
    let spec = board.spec();
    let letter = |slot: usize, seat: Seat| {
        let letter = spec.pieces[slot].map_or('?', |piece| char::from(piece.letter));
        if seat == Seat::First { letter } else { letter.to_ascii_lowercase() }
    };
    let mut rows = Vec::new();
    for &(number, rank) in ranks {
        let mut row = String::new();
        let mut seat = Seat::First;
        let mut rest = rank.split('|').next().unwrap_or(rank);
        while let Some(sign) = rest.chars().next() {
            let after = &rest[sign.len_utf8()..];
            match sign {
                ' ' | '\u{3000}' | '\t' => rest = after,
                '・' => {
                    row.push('1');
                    rest = after;
                }
                'v' | 'V' => {
                    seat = Seat::Second;
                    rest = after;
                }
                _ => {
                    let (slot, after) = piece(spec, rest)
                        .ok_or_else(|| malformed(number, format!("{sign:?} is no piece of this board")))?;
                    if spec.pieces[slot].is_some_and(|piece| piece.promoted_from.is_some()) {
                        row.push('+');
                    }
                    row.push(letter(slot, seat));
                    seat = Seat::First;
                    rest = after;
                }
            }
        }
        rows.push(row);
    }
    let mut held = String::new();
    for (seat, hand) in Seat::BOTH.into_iter().zip(hands) {
        let Some((number, hand)) = hand.filter(|(_, hand)| !hand.starts_with("なし")) else { continue };
        for word in hand.split([' ', '\u{3000}', '\t']).filter(|word| !word.is_empty()) {
            let (slot, count) = piece(spec, word)
                .ok_or_else(|| malformed(number, format!("{:?} is no piece of this board", quoted(word))))?;
            let count = if count.is_empty() { Some(1) } else { count.chars().next().and_then(digit) };
            let count = count.ok_or_else(|| malformed(number, format!("{:?}: how many?", quoted(word))))?;
            held.extend(std::iter::repeat_n(letter(spec.hand_slot(slot), seat), count));
        }
    }
    let held = if held.is_empty() { "-" } else { &held };
    Ok(format!("{}[{held}] {}", rows.join("/"), if side == Seat::First { 'w' } else { 'b' }))
}

/// Writes a study.
pub(crate) fn write(study: &Study) -> Result<String, ExchangeError> {
    let wrong = |error: &dyn std::fmt::Display| ExchangeError::Malformed(error.to_string());
    let mut start = None;
    let mut words: Vec<String> = vec![String::new(); study.nodes.len()];
    let mut boards: Vec<Option<AnyBoard>> = vec![None; study.nodes.len()];
    let mut places: Vec<Option<String>> = vec![None; study.nodes.len()];
    study
        .walk::<Position>(ID, &mut |number, replay| {
            if number == 0 {
                start = Some(replay.position.clone());
            }
            let spec = replay.position.name().spec();
            let before = study.parent(number).and_then(|parent| boards[parent]);
            words[number] = match (&study.nodes[number].event, before) {
                (Some(Event::Move(text)), Some(before)) => {
                    let last = study.parent(number).and_then(|parent| places[parent].clone());
                    let (said, to) = said(spec, &before, text, last.as_deref());
                    places[number] = Some(to);
                    said
                }
                (Some(Event::Resign(_)), _) => "投了".to_owned(),
                (Some(Event::Timeout(_) | Event::Absent(_)), _) => "切れ負け".to_owned(),
                (Some(Event::End(Agreement::Draw)), _) => "千日手".to_owned(),
                (Some(Event::End(Agreement::Abort)), _) => "中断".to_owned(),
                _ => String::new(),
            };
            boards[number] = Some(*replay.position.board());
        })
        .map_err(|error| wrong(&error))?;
    let start = start.ok_or_else(|| wrong(&"the study has no start"))?;
    let mut text = String::new();
    for (tag, name) in TAGS.iter().skip(2) {
        if let Some(value) = study.tags.get(*tag) {
            let _ = writeln!(text, "{name}：{}", one_line(value));
        }
    }
    head(&mut text, &start);
    for (tag, name) in TAGS.iter().take(2) {
        let _ = writeln!(text, "{name}：{}", one_line(study.tags.get(*tag).map_or("", String::as_str)));
    }
    text.push_str("手数----指手---------消費時間--\n");
    comment(&mut text, &study.nodes[0].comment);
    let children = study.children();
    // Where lines begin that are still to be written, the next at the end, each with the number of its first move.
    let mut open: Vec<(usize, usize)> = children[0].first().map(|&first| (first, 1)).into_iter().collect();
    let mut is_main = true;
    while let Some((mut node, mut number)) = open.pop() {
        if !is_main {
            let _ = writeln!(text, "\n変化：{number}手");
        }
        let begins = node;
        loop {
            let _ = writeln!(text, "{number:4}   {}", words[node]);
            comment(&mut text, &study.nodes[node].comment);
            // What could have been played instead follows the line, the latest first.
            let siblings = study.parent(node).map_or(&[][..], |parent| &children[parent][..]);
            if (is_main || node != begins) && siblings.len() > 1 {
                open.extend(siblings[1..].iter().rev().map(|&sibling| (sibling, number)));
            }
            let Some(&next) = children[node].first() else { break };
            (node, number) = (next, number + 1);
        }
        is_main = false;
    }
    Ok(text)
}

fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

fn comment(text: &mut String, said: &str) {
    for line in said.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(text, "* {}", line.trim());
    }
}

/// The name of the start, or a drawing of it.
fn head(text: &mut String, start: &Position) {
    let name = start.name();
    let spec = name.spec();
    let called = GAMES.iter().find(|(board, _)| *board == name).map_or("", |(_, names)| names[0]);
    let _ = writeln!(text, "手合割：{called}");
    if *start.board() == AnyBoard::start(name) {
        return;
    }
    let position = start.board().to_text();
    let (ranks, rest) = position.split_once('[').unwrap_or((&position, "-] w"));
    let (held, _) = rest.split_once(']').unwrap_or(("-", ""));
    let hand = |seat: Seat| {
        let of_seat = |letter: &char| letter.is_ascii_uppercase() == (seat == Seat::First);
        let words: Vec<String> = (0..SLOTS)
            .rev()
            .filter_map(|slot| {
                let piece = spec.pieces[slot].filter(|piece| piece.promoted_from.is_none())?;
                let mine = |letter: &char| of_seat(letter) && letter.to_ascii_uppercase() == char::from(piece.letter);
                match held.chars().filter(mine).count() {
                    0 => None,
                    1 => Some(names(&piece)[0].to_owned()),
                    many => Some(format!("{}{}", names(&piece)[0], KANJI[many.min(9)])),
                }
            })
            .collect();
        if words.is_empty() { "なし".to_owned() } else { words.join("\u{3000}") }
    };
    let _ = writeln!(text, "後手の持駒：{}", hand(Seat::Second));
    let files: String = (1..=spec.width).rev().map(|file| format!(" {}", WIDE[file])).collect();
    let edge = format!("+{}+", "-".repeat(spec.width * 3));
    let _ = writeln!(text, " {files}\n{edge}");
    for (index, rank) in ranks.split('/').enumerate() {
        text.push('|');
        let mut promoted = false;
        for sign in rank.chars() {
            if let Some(gap) = sign.to_digit(10) {
                text.push_str(&" ・".repeat(gap as usize));
            } else if sign == '+' {
                promoted = true;
            } else {
                let upper = u8::try_from(sign.to_ascii_uppercase()).unwrap_or(b'?');
                let piece = spec.slot(upper, promoted).and_then(|slot| spec.pieces[slot]);
                text.push(if sign.is_ascii_uppercase() { ' ' } else { 'v' });
                text.push_str(piece.map_or("？", |piece| names(&piece)[1]));
                promoted = false;
            }
        }
        let _ = writeln!(text, "|{}", KANJI[(index + 1).min(9)]);
    }
    let _ = writeln!(text, "{edge}\n先手の持駒：{}", hand(Seat::First));
    if start.board().side() == Seat::Second {
        text.push_str("後手番\n");
    }
}

/// A move in words, and the place it goes to as USI writes it.
fn said(spec: &'static BoardSpec, before: &AnyBoard, text: &str, last: Option<&str>) -> (String, String) {
    let Ok(m) = text.parse::<Move>() else { return (text.to_owned(), String::new()) };
    let usi = move_to_usi(spec, m);
    let plain = usi.trim_end_matches('+');
    let to = plain[plain.len() - 2..].to_owned();
    let numbers = |place: &str| {
        let file = place.chars().next().and_then(|file| file.to_digit(10)).unwrap_or(0) as usize;
        let rank = place.as_bytes().get(1).map_or(0, |rank| usize::from(rank.saturating_sub(b'a')) + 1);
        (file.min(9), rank.min(9))
    };
    let (file, rank) = numbers(&to);
    let place =
        if last == Some(to.as_str()) { "同\u{3000}".to_owned() } else { format!("{}{}", WIDE[file], KANJI[rank]) };
    let called = |slot: Option<usize>| slot.and_then(|slot| spec.pieces[slot]).map_or("？", |piece| names(&piece)[0]);
    if let Some(letter) = m.dropped_letter() {
        let slot = u8::try_from(letter).ok().and_then(|letter| spec.slot(letter, false));
        return (format!("{}{}{}打", WIDE[file], KANJI[rank], called(slot)), to);
    }
    let slot =
        m.from().and_then(|from| crate::with_board!(before, board => board.piece_on(from))).map(|(_, slot)| slot);
    let (from_file, from_rank) = numbers(&plain[..2]);
    let promotes = if m.promotes() { "成" } else { "" };
    (format!("{place}{}{promotes}({from_file}{from_rank})", called(slot)), to)
}

#[cfg(test)]
mod tests {
    use banmen_core::{Draw, Random};

    use super::*;

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
