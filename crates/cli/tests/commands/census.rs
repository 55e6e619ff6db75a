//! All positions of a size, and the simplest one with a value, from outside.

use crate::program::Program;

const KONANE: Program = Program("konane");

#[test]
fn a_census_counts_values_and_keeps_records() {
    let answer = KONANE.json(&["census", "--rows", "3", "--cols", "3", "--top", "5"]);
    // Burnside: (3^9 + 2·3^3 + 3^5 + 4·3^6) / 8 boards up to turning and mirroring.
    assert_eq!(answer["positions"], (19683 + 2 * 27 + 243 + 4 * 729) / 8);
    assert_eq!(answer["values"][0]["value"], "0");
    assert_eq!(answer["values"].as_array().unwrap().len(), 5);
    assert_eq!(answer["records"][0]["what"], "temperature");
    let hot =
        KONANE.json(&["census", "--rows", "3", "--cols", "3", "--where", "temperature > 0", "--fields", "counted"]);
    assert!(hot["counted"].as_u64().unwrap() < answer["counted"].as_u64().unwrap());
    let error = KONANE.refused(&["census", "--rows", "2", "--cols", "2", "--where", "warmth > 1"]);
    assert!(error.contains("unknown name `warmth`"), "{error}");
    assert!(KONANE.refused(&["census", "--rows", "5", "--cols", "5"]).contains("too many"));
}

#[test]
fn pieces_of_a_list_make_the_whole() {
    const TEST: &str = "pieces_of_a_list_make_the_whole";
    let census = ["census", "--rows", "2", "--cols", "4", "--list", "--csv"];
    let whole = KONANE.printed(&census);
    assert!(whole.starts_with("index,board,value,outcome,temperature,mean,birthday,nodes,stones\n0,..../....,0,P,"));
    let paths: Vec<_> = ["1/2", "2/2"]
        .into_iter()
        .map(|piece| {
            let path = KONANE.file(TEST, &piece.replace('/', "-"));
            KONANE.printed(&[&census[..], &["--shard", piece, "-o", path.to_str().unwrap()]].concat());
            path
        })
        .collect();
    let named: Vec<&str> = paths.iter().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(KONANE.printed(&[&["merge"], &named[..]].concat()), whole);
    for path in paths {
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn pieces_of_the_longest_and_of_tiles_make_the_whole() {
    const TEST: &str = "pieces_of_the_longest_and_of_tiles_make_the_whole";
    let pieces = |command: &[&str]| {
        ["1/2", "2/2"].map(|piece| {
            let path = KONANE.file(TEST, &format!("{}-{}", command[0], &piece[..1]));
            std::fs::write(&path, KONANE.printed(&[command, &["--shard", piece]].concat())).unwrap();
            path.to_str().unwrap().to_owned()
        })
    };
    for how in ["--exhaustive", "--search"] {
        let longest = ["longest", "--rows", "2", "--cols", "5", "--top", "3", "--tries", "3500", how, "--json"];
        let [first, second] = pieces(&longest);
        assert_eq!(KONANE.printed(&["merge", &first, &second]), KONANE.printed(&longest));
        assert!(KONANE.refused(&["merge", &first]).contains("piece 2/2 is missing"));
        assert!(KONANE.refused(&["merge", &second, &second]).contains("twice"));
    }
    // Without the times, which differ from run to run, as do the sums that several threads look into.
    let tile = ["tile", "--threads", "1", "--cols", "3..=9", "--what", "outcome"];
    let [first, second] = pieces(&tile);
    let timeless = |table: &str| -> Vec<String> {
        table.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned()).collect()
    };
    assert_eq!(timeless(&KONANE.printed(&["merge", &first, &second])), timeless(&KONANE.printed(&tile)));
    let tile = ["tile", "--threads", "1", "--cols", "3..=6", "--json"];
    let [first, second] = pieces(&tile);
    assert!(KONANE.refused(&["merge", &first, &second]).contains("as CSV"));
    for command in ["longest", "tile"] {
        for piece in ["1", "2"] {
            std::fs::remove_file(KONANE.file(TEST, &format!("{command}-{piece}"))).unwrap();
        }
    }
}

#[test]
fn a_list_that_was_stopped_goes_on() {
    const TEST: &str = "a_list_that_was_stopped_goes_on";
    for format in ["--csv", "--jsonl"] {
        let census = ["census", "--rows", "2", "--cols", "4", "--list", "--threads", "2", format];
        let whole = KONANE.printed(&census);
        let path = KONANE.file(TEST, format);
        // Cut in the middle of a row.
        std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        KONANE.printed(&[&census[..], &["--resume", "-o", path.to_str().unwrap()]].concat());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
        std::fs::remove_file(path).unwrap();
    }
}

#[cfg(feature = "parquet")]
#[test]
fn pieces_in_other_formats_make_the_whole() {
    const TEST: &str = "pieces_in_other_formats_make_the_whole";
    let census = ["census", "--rows", "2", "--cols", "4", "--list"];
    let whole = KONANE.printed(&[&census[..], &["--jsonl"]].concat());
    for format in ["--jsonl", "--parquet"] {
        let named = |piece: &str| KONANE.file(TEST, &format!("{piece}{format}")).to_str().unwrap().to_owned();
        let pieces = ["1/3", "2/3", "3/3"].map(|piece| {
            let path = named(&piece.replace('/', "-"));
            KONANE.printed(&[&census[..], &["--shard", piece, format, "-o", &path]].concat());
            path
        });
        let merged = named("merged");
        let mut words: Vec<&str> = pieces.iter().map(String::as_str).collect();
        words.insert(0, "merge");
        if format == "--jsonl" {
            assert_eq!(KONANE.printed(&words), whole);
        } else {
            assert!(KONANE.refused(&words).contains("--output"));
            KONANE.printed(&[&words[..], &["-o", &merged]].concat());
            // Merging one piece alone copies it: rows can be read again.
            let again = named("again");
            KONANE.printed(&["merge", &merged, "-o", &again]);
            assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(&merged).unwrap());
            assert_eq!(parquet_rows(&merged), whole.lines().count());
            std::fs::remove_file(again).unwrap();
            std::fs::remove_file(merged).unwrap();
        }
        for path in pieces {
            std::fs::remove_file(path).unwrap();
        }
    }
}

#[cfg(feature = "parquet")]
fn parquet_rows(path: &str) -> usize {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
    reader.get_row_iter(None).unwrap().count()
}

#[test]
fn find_tells_the_simplest_position() {
    let found = KONANE.json(&["find", "^*"]);
    let board = found["board"].as_str().unwrap();
    assert_eq!(KONANE.json(&["value", board])["value"], "^*");
    assert!(KONANE.printed(&["find", "1/1024", "--cells", "5"]).contains("no position on up to 5 cells"));
    assert!(KONANE.refused(&["find", "1/3"]).contains("power of two"));
}

#[test]
fn outcomes_of_tiles_and_pictures_for_latex() {
    let table = KONANE.printed(&["tile", "--rows", "3", "--cols", "3..=6", "--what", "outcome"]);
    assert!(table.starts_with("n,outcome,positions,time_ms\n3,R,") && table.contains("\n6,N,"), "{table}");
    let piece = KONANE.printed(&["tile", "--rows", "3", "--cols", "3..=6", "--what", "outcome", "--shard", "2/2"]);
    assert!(piece.contains("\n6,N,") && !piece.contains("\n3,"), "{piece}");
    assert!(KONANE.printed(&["board", "BW./.WB", "--tikz"]).starts_with("\\begin{tikzpicture}"));
    assert_eq!(KONANE.printed(&["value", "W../WWW/.BW/B..", "--latex"]), "-\\frac{1}{2}\n");
}
