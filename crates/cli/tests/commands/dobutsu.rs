//! `banmen dobutsu …` from outside: what it prints, and how it ends.

use serde_json::Value;

use crate::program::Program;

const DOBUTSU: Program = Program("dobutsu");

/// What USI answers to these lines.
fn usi(lines: &str) -> String {
    let output = DOBUTSU.with_input(&["usi"], lines);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn perft_counts_what_the_rules_say() {
    for (board, depth, nodes) in [("deer", "6", 345_117), ("classic", "7", 643_982), ("gorogoro", "4", 67_517)] {
        let answer = DOBUTSU.json(&["perft", "--board", board, "--depth", depth]);
        assert_eq!(answer["nodes"], nodes, "{board}");
        assert!(answer["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{answer}");
    }
    let position = "gel2/1C1cd/5/1CcLE/D3G[Cc] b";
    assert_eq!(DOBUTSU.json(&["perft", "--position", position, "--depth", "4"])["nodes"], 119_638);
    let divided = DOBUTSU.json(&["perft", "--board", "classic", "--depth", "2", "--divide"]);
    assert_eq!(divided["moves"]["b2b3"], 5);
}

#[test]
fn every_level_plays_and_the_lion_is_taken() {
    for level in ["easy", "normal", "hard", "master"] {
        let answer = DOBUTSU.json(&["best", "--position", "2l2/2C2/5/5/2L2[-] w", "--level", level, "--time", "0.05"]);
        assert_eq!(answer["move"], "c4c5+", "{level}");
        assert_eq!(answer["level"], level);
    }
    assert_eq!(DOBUTSU.printed(&["best", "--position", "2l2/2C2/5/5/2L2[-] w"]), "c4c5+\n");
}

#[test]
fn analysis_is_one_document_a_line() {
    let text = DOBUTSU.printed(&["analyse", "--lines", "2", "--time", "0.2", "--json"]);
    for line in text.lines() {
        let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(answer["lines"].as_array().map(Vec::len), Some(2), "{answer}");
    }
}

#[test]
fn bad_input_is_told_what_is_wrong_with_it() {
    for (arguments, why) in [
        (&["perft", "--board", "chess", "--depth", "1"][..], "there is no board \"chess\""),
        (&["best", "--level", "god"], "no level \"god\""),
        (&["best", "--level", "perfect"], "no level \"perfect\" under these rules"),
        (&["best", "--position", "gel1d/1ccc1/5/1CCC1/DLLEG[-] w"], "2 lions"),
        (&["best", "--position", "gelcd/1ccc1/5/1CCC1/D1LEG[-] w"], "7 pieces"),
        (&["best", "--position", "gel1C/1ccc1/5/1C1C1/D1LEG[-] w"], "could never move"),
        (&["best", "--position", "gel1d/1ccc1/5/1CCC1/D1LEG[-]"], "no side to move"),
        (&["best", "--position", "5/5/5/5/4L[-] b"], "the game is over"),
        (&["best", "--moves", "c4c2"], "move 1"),
        (&["best", "--moves", "b2b3 nonsense"], "move 2"),
        (&["best", "--time=-1"], "--time"),
        (&["best", "--time=NaN"], "--time"),
        (&["solve", "--board", "deer"], "cannot be solved"),
        (&["probe", "--table", "no such file"], "no such file"),
    ] {
        let errors = DOBUTSU.refused(arguments);
        assert!(errors.contains(why), "{arguments:?}: {errors}");
    }
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    for (name, bytes, why) in [
        ("empty", &b""[..], "this is not a table"),
        ("foreign", b"SQLite format 3\0 and more", "this is not a table"),
        ("cut", b"banmen.dobutsu\x00\x01\x01\x02", "cut off"),
    ] {
        let path = DOBUTSU.file("a_file_that_is_no_table_is_refused", name);
        std::fs::write(&path, bytes).unwrap();
        let errors = DOBUTSU.refused(&["probe", "--table", path.to_str().unwrap()]);
        std::fs::remove_file(&path).unwrap();
        assert!(errors.contains(why), "{errors}");
    }
}

#[test]
fn usi_answers_a_script_line_by_line() {
    let text = usi("usi\nisready\nsetoption name USI_Variant value classic\nposition startpos\ngo perft 5\n\
                    go depth 6\nnonsense\nposition startpos moves 9z9z\ngo nodes 1000\nquit\n");
    assert!(text.contains("usiok\nreadyok\n"), "{text}");
    assert!(text.contains("Nodes searched: 8122\n"), "{text}");
    assert!(text.contains("info depth 6 "), "{text}");
    assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    assert_eq!(text.matches("info string error: ").count(), 3, "{text}");
}

#[test]
fn a_kif_in_shift_jis_is_read_like_one_in_utf_8() {
    let folder = std::env::temp_dir().join(format!("banmen-kif-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let convert = Program("convert");
    let [first, kif, sjis, broken] = ["a.json", "b.kif", "c.kif", "d.kif"].map(|name| folder.join(name));
    let record =
        r#"{"format":1,"game":"dobutsu","rules":{"board":"classic"},"events":[{"move":"b2b3"},{"move":"b4b3"}]}"#;
    std::fs::write(&first, record).unwrap();
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    convert.printed(&[&path(&first), "--to", "kif", "--out", &path(&kif)]);
    let text = std::fs::read_to_string(&kif).unwrap();
    let (bytes, _, lost) = encoding_rs::SHIFT_JIS.encode(&text);
    assert!(!lost && bytes.as_ref() != text.as_bytes(), "{text}");
    std::fs::write(&sjis, &bytes).unwrap();
    let read = |file| convert.printed(&[&path(file), "--to", "json"]);
    assert_eq!(read(&sjis), read(&kif));
    std::fs::write(&broken, [0x82, 0xff, 0xfe]).unwrap();
    assert!(convert.refused(&[&path(&broken), "--to", "json"]).contains("Shift-JIS"));
    std::fs::remove_dir_all(&folder).unwrap();
}
