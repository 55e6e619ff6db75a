//! SGF in and out, and what is refused.

use banmen_core::{Agreement, Draw, Event, Game, Playable, Random, Record, Seat};
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

fn reason(text: &str) -> String {
    sgf::read(text).expect_err(text).to_string()
}

#[test]
fn random_games_come_back_as_they_went_out() {
    let mut random = Random::new(1);
    for game in 0..60_u8 {
        let rules = Rules { size: Size::try_from(5 + game % 18).unwrap(), rule: Rule::ALL[usize::from(game) % 3] };
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
        let text = sgf::write(&record).unwrap();
        assert_eq!(sgf::read(&text).unwrap(), record, "{text}");
        assert_eq!(Position::import("sgf", &text).unwrap(), record);
        assert_eq!(Position::export("sgf", &record).unwrap(), text);
    }
}

#[test]
fn coordinates_are_counted_from_the_top_left_or_written_as_people_do() {
    let record = sgf::read("(;GM[4]SZ[15];B[aa];W[ao];B[h8];W[O15])").unwrap();
    assert_eq!(moves(&record), "a15 a1 h8 o15");
}

#[test]
fn the_main_line_is_the_first_variation() {
    let text = "(;GM[4]SZ[15];B[hh](;W[hg];B[ii](;W[aa])(;W[bb]))(;W[cc];B[dd]))(;GM[1]SZ[9];B[ee])";
    assert_eq!(moves(&sgf::read(text).unwrap()), "h8 h9 i7 a15");
}

#[test]
fn names_results_and_comments_are_read() {
    let text = "(;GM[4]SZ[15]RU[RIF]PB[Meijin]PW[Ryu\\]sei]C[a\\\nb]RE[W+R];B[hh]C[not kept])";
    let record = sgf::read(text).unwrap();
    assert_eq!(record.tags["first"], "Meijin");
    assert_eq!(record.tags["second"], "Ryu]sei");
    assert_eq!(record.tags["comment"], "ab");
    assert_eq!(record.rules["rule"], "renju");
    assert_eq!(record.events, [Event::Move("h8".to_owned()), Event::Resign(Seat::First)]);
}

#[test]
fn stones_set_up_become_moves_in_turn() {
    let record = sgf::read("(;GM[4]SZ[15]AB[hh][hg]AW[ii][ij];B[aa])").unwrap();
    assert_eq!(moves(&record), "h8 i7 h9 i6 a15");
    let record = sgf::read("(;GM[4]SZ[15]AB[hh:hj]AW[aa][oo];W[bb])").unwrap();
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
    assert_eq!(moves(&sgf::read(&closed).unwrap()), "");
    assert!(reason(&"(;B[aa]".repeat(sgf::MAX_BYTES / 8)).contains("open trees"));
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
