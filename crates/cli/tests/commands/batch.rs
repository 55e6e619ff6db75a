//! Many Konane boards at once, from outside.

use serde_json::Value;

use crate::program::Program;

const KONANE: Program = Program("konane");
/// Lines and blocks, among them two boards with a blank line between them, and one that cannot be read.
const BOARDS: &str = "W../WWW/.BW/B..\n\n....../BW.BW./WB.WB.\n...\nBW.\nWB.\n\n...\n.W.\n...\n.W.\nWB.\n...\n";

fn lines(arguments: &[&str], input: &str) -> (Vec<String>, String, Option<i32>) {
    let output = KONANE.with_input(arguments, input);
    let printed = String::from_utf8(output.stdout).unwrap();
    (printed.lines().map(str::to_owned).collect(), String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[test]
fn values_come_in_the_order_of_the_boards() {
    let (rows, errors, status) = lines(&["value", "--batch", "-", "--csv"], BOARDS);
    assert_eq!(status, Some(0), "{errors}");
    assert_eq!(
        rows[0],
        "line,board,value,value_length,outcome,temperature,mean,left_stop,right_stop,birthday,atomic_weight,nodes,error"
    );
    assert!(rows[1].starts_with("1,W../WWW/.BW/B..,-1/2,4,R,"), "{}", rows[1]);
    assert!(rows[2].starts_with("3,....../BW.BW./WB.WB.,{1*|-3/2},9,N,5/4,-1/4,1,-3/2,4,,1,"), "{}", rows[2]);
    assert!(rows[3].starts_with("4,.../BW./WB.,-1,"), "{}", rows[3]);
    assert!(rows[4].starts_with("8,.../.W./.../.W./WB./...,^*,"), "{}", rows[4]);
    assert_eq!(rows.len(), 5);
}

#[test]
fn a_board_that_cannot_be_read_is_told_of_and_the_rest_is_answered() {
    let (rows, errors, status) = lines(&["outcome", "--batch", "-", "--jsonl"], "B?W\n\nBW.\n\nBW./B\n\n.WB\n");
    assert_eq!(status, Some(2));
    assert!(errors.contains("line 1: row 1, column 2") && errors.contains("line 5: "), "{errors}");
    let rows: Vec<Value> = rows.iter().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(rows.len(), 4);
    assert!(rows[0]["error"].is_string() && rows[1].get("error").is_none());
    assert_eq!((rows[1]["outcome"].as_str(), rows[3]["line"].as_u64()), (Some("L"), Some(7)));
}

#[test]
fn two_boards_are_never_merged_into_one() {
    for command in ["value", "outcome", "string", "options"] {
        let (rows, errors, status) = lines(&[command, "-"], "BW.\n\n.WB\n");
        assert_eq!((rows.len(), status), (0, Some(2)), "{command}");
        assert!(errors.contains("line 2 is blank"), "{errors}");
    }
}

#[test]
fn strings_and_chosen_columns() {
    let arguments = ["string", "--batch", "-", "--integers", "--fields", "line,string"];
    let (rows, ..) = lines(&arguments, BOARDS);
    assert_eq!(rows[..2], ["line,string", "1,\"{-1|0,1}\""]);
    let error = KONANE.refused(&["value", "--batch", "/dev/null", "--fields", "worth"]);
    assert!(error.contains("there is no column \"worth\"; there are line, board, value"), "{error}");
}

/// Small boards of all kinds, one a line.
fn many(count: u32) -> String {
    let board = |mut n: u32| {
        let row = |n: &mut u32| {
            (0..4)
                .map(|_| {
                    *n = n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    [".", "B", "W"][(*n >> 16) as usize % 3]
                })
                .collect::<String>()
        };
        [row(&mut n), row(&mut n), row(&mut n)].join("/")
    };
    (0..count).map(|n| board(n) + "\n").collect()
}

#[test]
fn pieces_and_resumed_runs_give_the_same_table() {
    const TEST: &str = "pieces_and_resumed_runs_give_the_same_table";
    let boards = KONANE.file(TEST, "boards.txt");
    std::fs::write(&boards, many(1000)).unwrap();
    let boards = boards.to_str().unwrap();
    let whole = KONANE.printed(&["value", "--batch", boards, "--jobs", "3"]);
    assert_eq!(whole.lines().count(), 1001);
    assert_eq!(whole, KONANE.printed(&["value", "--batch", boards, "--jobs", "1"]));

    let mut pieces = Vec::new();
    for piece in ["1/3", "2/3", "3/3"] {
        let path = KONANE.file(TEST, &format!("piece-{}.csv", &piece[..1]));
        KONANE.printed(&["value", "--batch", boards, "--shard", piece, "-o", path.to_str().unwrap()]);
        pieces.push(path);
    }
    let paths: Vec<&str> = pieces.iter().map(|path| path.to_str().unwrap()).collect();
    assert_eq!(KONANE.printed(&[&["merge"][..], &paths].concat()), whole);
    let twice = KONANE.run(&["merge", paths[0], paths[0]]);
    assert_eq!(twice.status.code(), Some(2));

    // A run that was cut off in the middle of a row.
    let cut = KONANE.file(TEST, "cut.csv");
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    KONANE.printed(&["value", "--batch", boards, "-o", cut.to_str().unwrap(), "--resume"]);
    assert_eq!(std::fs::read_to_string(&cut).unwrap(), whole);
    let other = KONANE.refused(&["outcome", "--batch", boards, "-o", cut.to_str().unwrap(), "--resume"]);
    assert!(other.contains("does not begin with"), "{other}");
    for path in pieces.iter().chain([&cut]) {
        std::fs::remove_file(path).unwrap();
    }
    std::fs::remove_file(boards).unwrap();
}

/// What a file holds, without what differs from one writing to the next.
fn held(path: &str, format: &str) -> String {
    match format {
        #[cfg(feature = "parquet")]
        "--parquet" => {
            use parquet::file::reader::{FileReader, SerializedFileReader};
            let reader = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string() + "\n").collect()
        }
        _ => std::fs::read_to_string(path).unwrap(),
    }
}

#[test]
fn pieces_of_every_batch_command_make_the_whole_in_every_format() {
    const TEST: &str = "pieces_of_every_batch_command_make_the_whole_in_every_format";
    const FORMATS: &[&str] = &[
        "--csv",
        "--jsonl",
        #[cfg(feature = "parquet")]
        "--parquet",
    ];
    let file = |name: &str| KONANE.file(TEST, name).to_str().unwrap().to_owned();
    let boards = file("boards.txt");
    // Boards of one line, one that cannot be read, a block of several lines, and more boards.
    let text = format!("{}B?W/...\n\n...\n.W.\nWB.\n\n{}", many(20), many(9));
    std::fs::write(&boards, text).unwrap();
    for command in ["value", "outcome", "string"] {
        for format in FORMATS {
            let named = |name: &str| file(&format!("{command}{format}-{name}"));
            let ask = |path: &str, more: &[&str]| {
                let words = [&[command, "--batch", &boards, *format, "-o", path], more].concat();
                let output = KONANE.run(&words);
                let errors = String::from_utf8(output.stderr).unwrap();
                let unreadable = errors.contains("line 21: row 1, column 2");
                assert_eq!(output.status.code(), Some(if unreadable { 2 } else { 0 }), "{words:?} {errors}");
                unreadable
            };
            let whole = named("whole");
            assert!(ask(&whole, &[]), "{command} {format}");
            let pieces = ["1/4", "2/4", "3/4", "4/4"].map(|piece| {
                let path = named(&piece.replace('/', "-"));
                (ask(&path, &["--shard", piece]), path)
            });
            // The 21st row is in the first of four pieces and in no other.
            assert_eq!(pieces.each_ref().map(|(told, _)| *told), [true, false, false, false], "{command} {format}");
            let merged = named("merged");
            // In any order.
            let [a, b, c, d] = pieces.each_ref().map(|(_, path)| path.as_str());
            KONANE.printed(&["merge", c, a, d, b, "-o", &merged]);
            assert_eq!(held(&merged, format), held(&whole, format), "{command} {format}");
            assert!(held(&whole, format).contains("column 2"), "{command} {format}");
            for path in [a, b, c, d, &merged, &whole] {
                std::fs::remove_file(path).unwrap();
            }
        }
    }
    std::fs::remove_file(boards).unwrap();
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_holds_the_same_rows() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    const TEST: &str = "parquet_holds_the_same_rows";
    let path = KONANE.file(TEST, "values.parquet");
    let output = KONANE.with_input(&["value", "--batch", "-", "--parquet", "-o", path.to_str().unwrap()], BOARDS);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
    let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 4);
    assert_eq!((rows[1].get_long(0).unwrap(), rows[1].get_string(2).unwrap().as_str()), (3, "{1*|-3/2}"));
    assert_eq!(rows[1].get_long(9).unwrap(), 4);
    std::fs::remove_file(path).unwrap();
}
