//! SGF in and out, and what is refused.

use banmen_core::{
    Agreement, Arrow, Draw, Event, Game, Node, Playable, Random, Record, Replay, Seat, Sign, SignKind, Square, Study,
};
use banmen_gomoku::{Position, Rule, Rules, Size, sgf};
use proptest::prelude::*;

fn moves(record: &Record) -> String {
    let texts: Vec<&str> = record
        .events
        .iter()
        .map(|event| match event {
            Event::Move(text) => text.as_str(),
            _ => "resign",
        })
        .collect();
    texts.join(" ")
}

fn read(text: &str) -> Record {
    sgf::read(text).expect(text).record()
}

fn reason(text: &str) -> String {
    sgf::read(text).expect_err(text).to_string()
}

#[test]
fn random_games_come_back_as_they_went_out() {
    let mut random = Random::new(1);
    for game in 0..60_u8 {
        let rules = Rules::new(Size::try_from(5 + game % 18).unwrap(), Rule::ALL[usize::from(game) % 3]);
        let mut record = Record::new::<Position>("gomoku", &rules);
        record.tags.insert("first".to_owned(), "A \\ b]c[ :;()\nd".to_owned());
        record.tags.insert("comment".to_owned(), "五子棋 \\\\ ]".to_owned());
        let mut position = Position::new(rules);
        let length = random.below(rules.size.points() as u64 + 1) as usize;
        let mut legal = Vec::new();
        while position.outcome().is_none() && record.events.len() < length {
            legal.clear();
            position.legal_moves(&mut legal);
            let point = *random.pick(&legal).unwrap();
            position.play(point).unwrap();
            record.events.push(Event::Move(point.to_string()));
        }
        if position.outcome().is_none() && random.percent(30) {
            let seat = Seat::BOTH[random.below(2) as usize];
            let endings = [
                Event::Resign(seat),
                Event::Timeout(seat),
                Event::Absent(seat),
                Event::End(Agreement::Draw),
                Event::End(Agreement::Abort),
            ];
            record.events.push(random.pick(&endings).unwrap().clone());
        }
        let study = Study::of(&record);
        let text = sgf::write(&study).unwrap();
        assert_eq!(sgf::read(&text).unwrap(), study, "{text}");
        assert_eq!(read(&text), record, "{text}");
        assert_eq!(Position::import("sgf", &text).unwrap(), study);
        assert_eq!(Position::export("sgf", &study).unwrap(), text);
    }
}

#[test]
fn coordinates_are_counted_from_the_top_left_or_written_as_people_do() {
    let record = read("(;GM[4]SZ[15];B[aa];W[ao];B[h8];W[O15])");
    assert_eq!(moves(&record), "a15 a1 h8 o15");
}

#[test]
fn the_main_line_is_the_first_variation() {
    let text = "(;GM[4]SZ[15];B[hh](;W[hg];B[ii](;W[aa])(;W[bb]))(;W[cc];B[dd]))(;GM[1]SZ[9];B[ee])";
    assert_eq!(moves(&read(text)), "h8 h9 i7 a15");
}

#[test]
fn names_results_and_comments_are_read() {
    let text = "(;GM[4]SZ[15]RU[RIF]PB[Meijin]PW[Ryu\\]sei]C[a\\\nb]RE[W+R];B[hh]C[not kept])";
    let record = read(text);
    assert_eq!(record.tags["first"], "Meijin");
    assert_eq!(record.tags["second"], "Ryu]sei");
    assert_eq!(record.tags["comment"], "ab");
    assert_eq!(record.rules["rule"], "renju");
    assert_eq!(record.events, [Event::Move("h8".to_owned()), Event::Resign(Seat::First)]);
}

/// A random tree of legal moves with comments, signs and arrows, in the order in which it is written.
fn random_study(rules: Rules, random: &mut Random, nodes: usize) -> Study {
    let mut study = Study::new::<Position>("gomoku", &rules);
    let mut start = Replay::<Position>::start(&rules).unwrap();
    let mut legal = Vec::new();
    for _ in 0..random.below(7) {
        legal.clear();
        start.position.legal_moves(&mut legal);
        let event = Event::Move(random.pick(&legal).unwrap().to_string());
        if start.apply(&event).is_ok() {
            study.start.push(event);
        }
    }
    decorate(&mut study.nodes[0], rules, random);
    // Depth first: the open positions are those on the way to the last node.
    let mut open = vec![(0_usize, start)];
    while study.nodes.len() < nodes && !open.is_empty() {
        while open.len() > 1 && random.percent(20) {
            open.pop();
        }
        let (parent, mut replay) = open.last().unwrap().clone();
        legal.clear();
        if replay.turn().outcome().is_none() {
            replay.position.legal_moves(&mut legal);
        }
        let taken: Vec<&Event> = (1..study.nodes.len())
            .filter(|&n| study.parent(n) == Some(parent))
            .filter_map(|n| study.nodes[n].event.as_ref())
            .collect();
        let event =
            random.pick(&legal).map(|point| Event::Move(point.to_string())).filter(|event| !taken.contains(&event));
        let Some(event) = event else {
            open.pop();
            continue;
        };
        replay.apply(&event).unwrap();
        let number = study.nodes.len();
        let mut node =
            Node { after: (parent + 1 != number).then_some(parent as u32), event: Some(event), ..Node::default() };
        decorate(&mut node, rules, random);
        study.nodes.push(node);
        open.push((number, replay));
    }
    study
}

fn decorate(node: &mut Node, rules: Rules, random: &mut Random) {
    let side = u64::from(rules.size.get());
    let mut at = || Square::new(random.below(side) as u8, random.below(side) as u8);
    let places = [at(), at(), at(), at()];
    if random.percent(30) {
        node.comment.push_str("良い手 [sic] a:b \\\\ (;B[aa])\nnext line");
    }
    if random.percent(20) {
        let kinds = [SignKind::Circle, SignKind::Square, SignKind::Triangle, SignKind::Cross];
        let kind = kinds[random.below(4) as usize];
        node.signs.push(Sign { at: places[0], kind, label: None });
        node.signs.push(Sign { at: places[1], kind: SignKind::Label, label: Some("A:]".to_owned()) });
    }
    if random.percent(20) {
        node.arrows.push(Arrow { from: places[2], to: places[3] });
    }
}

#[test]
fn random_trees_come_back_as_they_went_out() {
    let mut random = Random::new(5);
    for game in 0..120_u8 {
        let rules = Rules::new(Size::try_from(6 + game % 17).unwrap(), Rule::ALL[usize::from(game) % 3]);
        let study = random_study(rules, &mut random, 60);
        let text = sgf::write(&study).unwrap();
        let back = sgf::read(&text).unwrap();
        // Stones set up come back sorted by colour; they are the same stones, and everything after them is the same.
        assert_eq!(Study { start: Vec::new(), ..back.clone() }, Study { start: Vec::new(), ..study.clone() }, "{text}");
        assert_eq!(back.start, study.start);
        assert_eq!(sgf::write(&back).unwrap(), text);
    }
}

#[test]
fn variations_comments_and_signs_are_read() {
    let text = "(;GM[4]SZ[15]C[start];B[hh]N[name]C[good\\]\nmove]CR[hh]LB[aa:A\\:b]AR[hh:ii](;W[hg])(;C[alone](;W[ii]TR[aa:bb])(;W[jj])))";
    let study = sgf::read(text).unwrap();
    let after: Vec<_> = (0..study.nodes.len()).map(|n| study.parent(n)).collect();
    assert_eq!(after, [None, Some(0), Some(1), Some(1), Some(1)]);
    assert_eq!(study.nodes[0].comment, "start");
    assert_eq!(study.nodes[1].comment, "name\ngood]\nmove\nalone");
    assert_eq!(study.nodes[1].signs[1].label.as_deref(), Some("A:b"));
    assert_eq!(study.nodes[1].arrows, [Arrow { from: Square::new(7, 7), to: Square::new(8, 8) }]);
    assert_eq!(study.nodes[3].signs.len(), 4, "a rectangle is four places");
    assert!(study.is_annotated());
}

#[test]
fn a_move_that_cannot_be_played_in_a_variation_is_refused_with_its_place() {
    let error = reason("(;GM[4]SZ[15];B[hh](;W[hg])\n(;W[hh]))");
    assert!(error.starts_with("line 2, column 3: W[hh]"), "{error}");
}

#[test]
fn stones_set_up_become_moves_in_turn() {
    let record = read("(;GM[4]SZ[15]AB[hh][hg]AW[ii][ij];B[aa])");
    assert_eq!(moves(&record), "h8 i7 h9 i6 a15");
    let record = read("(;GM[4]SZ[15]AB[hh:hj]AW[aa][oo];W[bb])");
    assert_eq!(moves(&record), "h6 a15 h7 o1 h8 b14");
    assert!(reason("(;GM[4]SZ[15]AB[hh][hg][hf]AW[ii])").contains("3 black and 1 white"));
    assert!(reason("(;GM[4]SZ[15];B[hh];AW[ii])").contains("before the first move"));
    assert!(reason("(;GM[4]SZ[15]AB[aa:oo])").contains("225 black and 0 white"));
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(reason(""), "line 1, column 1: there is no game; a game begins with `(;`");
    assert!(reason("hello").starts_with("line 1, column 1: unexpected 'h'"));
    assert!(reason("(;GM[4]\n;B[aa]\n ;W[aa])").starts_with("line 3, column 3: W[aa]: a19 cannot be played"));
    assert!(reason("(;GM[1])").contains("another game"));
    assert!(reason("(;SZ[4])").contains("sizes are 5 to 22"));
    assert!(reason("(;SZ[23])").contains("sizes are 5 to 22"));
    assert!(reason("(;SZ[15:13])").contains("square"));
    assert!(reason("(;RU[caro])").contains("freestyle, standard and renju"));
    assert!(reason("(;SZ[15];B[pp])").contains("not on a board of size 15"));
    assert!(reason("(;SZ[15];B[zz])").contains("not on a board of size 15"));
    assert!(reason("(;SZ[15];B[])").contains("no pass"));
    assert!(reason("(;SZ[15];W[aa])").contains("it is Black's turn"));
    assert!(reason("(;SZ[15];B[aa];B[bb])").contains("it is White's turn"));
    assert!(reason("(;SZ[5];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])").contains("over"));
    assert!(reason("(;B[aa]").contains("open trees"));
    assert!(reason("(;C[abc").contains("does not end"));
    assert!(reason("(;C[abc\\]").contains("does not end"));
    assert!(reason("(;B)").contains("no value"));
    assert!(reason("(;B[aa]))").contains("never began"));
    assert!(reason("()").contains("without a node"));
    assert!(reason("(B[aa])").contains("unexpected 'B'"));
}

#[test]
fn ten_megabytes_of_nonsense_are_refused_in_time() {
    let deep = "(;".repeat(sgf::MAX_BYTES / 2);
    assert!(reason(&deep).contains("open trees"));
    let closed = format!("{}{}", "(;".repeat(sgf::MAX_BYTES / 4), ")".repeat(sgf::MAX_BYTES / 4));
    assert_eq!(moves(&read(&closed)), "");
    assert!(reason(&"(;B[aa]".repeat(sgf::MAX_BYTES / 8)).contains("1000000 nodes"));
    assert!(reason(&"[".repeat(sgf::MAX_BYTES)).contains("unexpected '['"));
    assert!(reason(&format!("(;C[{}", "\\]".repeat(sgf::MAX_BYTES / 2 - 4))).contains("does not end"));
    assert!(reason(&" ".repeat(sgf::MAX_BYTES + 1)).contains("at most"));
    let stones = format!("(;SZ[15]AB{})", "[aa:oo]".repeat(400_000));
    assert!(reason(&stones).contains("set up"));
}

proptest! {
    #[test]
    fn random_text_never_panics(text in "\\PC*") {
        let _ = sgf::read(&text);
    }

    #[test]
    fn random_text_made_of_sgf_never_panics(text in "[();BWASZRUGMCE\\[\\]\\\\ a-o0-9:\n]{0,200}") {
        let _ = sgf::read(&text);
        let _ = sgf::read(&format!("(;GM[4]{text})"));
        let _ = sgf::read(&format!("(;GM[4]SZ[15];B[{text}])"));
    }

    #[test]
    fn random_text_is_refused_by_every_other_parser_without_a_panic(text in "\\PC{0,60}") {
        let _ = text.parse::<banmen_gomoku::Point>();
        let _ = text.parse::<Size>();
        let _ = text.parse::<Rule>();
        let _ = text.parse::<banmen_gomoku::StoneBoard>();
        let _ = banmen_gomoku::notation::play_list(Rules::default(), &text);
        let _ = serde_json::from_str::<Rules>(&text);
    }

    #[test]
    fn random_lists_of_points_never_panic(text in "([a-w][0-9]{1,2}[ ,;]?){0,80}") {
        let _ = banmen_gomoku::notation::play_list(Rules { rule: Rule::Renju, ..Rules::default() }, &text);
    }
}
