//! `banmen serve` is told the same things by flags, by the environment and by a file.

use std::path::PathBuf;
use std::process::Output;

use crate::program::Program;

const SERVE: Program = Program("serve");

/// A file with this text.
fn file(test: &str, text: &str) -> PathBuf {
    let path = SERVE.file(test, "banmen.toml");
    std::fs::write(&path, text).unwrap();
    path
}

/// What the file, the flags and the variables together have in force.
fn in_force(config: Option<&PathBuf>, flags: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = SERVE.command(flags);
    command.args(["--print-config", "--db", ":memory:"]).envs(variables.iter().copied());
    if let Some(config) = config {
        command.arg("--config").arg(config);
    }
    command.output().unwrap()
}

fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn a_flag_counts_more_than_the_environment_and_that_more_than_the_file() {
    let config = file(
        "a_flag_counts_more",
        "addr = \"127.0.0.1:9000\"\nhosts = [\"games.example\"]\n\n[limits]\nsockets = 11\ntables = 12\nabsence = \"13s\"\n",
    );
    let variables = [("BANMEN_TABLES", "22"), ("BANMEN_ABSENCE", "23s")];
    let shown = printed(&in_force(Some(&config), &["--absence", "33s"], &variables));
    for line in
        ["addr = \"127.0.0.1:9000\"", "hosts = [\"games.example\"]", "sockets = 11", "tables = 22", "absence = \"33s\""]
    {
        assert!(shown.lines().any(|found| found == line), "{line} is missing:\n{shown}");
    }
    // What is printed can be read again and says the same.
    let again = file("a_flag_counts_more_again", &shown);
    assert_eq!(printed(&in_force(Some(&again), &[], &[])), shown);
}

#[test]
fn a_mistake_in_the_file_is_named_with_its_line() {
    for (text, line, what) in [
        ("addr = \"127.0.0.1:0\"\nspeed = 3\n", 2, "unknown field `speed`"),
        ("\n[limits]\nsockets = 3\nsokcets = 4\n", 4, "unknown field `sokcets`"),
        ("[limits]\n\nabsence = \"soon\"\n", 3, "\"soon\" is no time"),
        ("[limits]\nbody-bytes = 12\n", 2, "a size such as"),
        ("[limits]\ntables = 0\n", 2, "nonzero"),
        ("[limits]\ntables = -1\n", 2, "-1"),
        ("addr = \"nowhere\"\n", 1, "socket address"),
        ("addr = \n", 1, ""),
    ] {
        let config = file("a_mistake_in_the_file", text);
        let output = in_force(Some(&config), &[], &[]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{text}: {errors}");
        assert!(errors.contains(&format!("{}:{line}: ", config.display())), "{text}: {errors}");
        assert!(errors.contains(what), "{text}: {errors}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_mistake_elsewhere_is_named_too() {
    let flag = in_force(None, &["--absence", "soon"], &[]);
    let variable = in_force(None, &[], &[("BANMEN_SOCKETS", "many")]);
    let missing = in_force(Some(&PathBuf::from("/no/such/banmen.toml")), &[], &[]);
    for (output, name) in [(flag, "--absence"), (variable, "--sockets"), (missing, "/no/such/banmen.toml")] {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains(name), "{errors}");
    }
}

#[test]
fn a_password_is_never_printed() {
    let mut command = SERVE.command(&["--print-config"]);
    let output = command.env("BANMEN_DB", "postgres://me:swordfish@db.example/banmen").output().unwrap();
    let shown = printed(&output);
    assert!(shown.contains("postgres://db.example/banmen") && !shown.contains("swordfish"), "{shown}");
}

#[test]
fn a_place_for_games_that_there_cannot_be_is_bad_input() {
    for (db, said) in [
        ("mysql://me:swordfish@db.example/banmen", "mysql://"),
        ("https://db.example/banmen", "https://"),
        ("postgres:db.example/banmen", "postgres:"),
        ("postgres://me:swordfish@db.example:port/banmen", "db.example:port/banmen"),
        ("postgres://me:swordfish@db.example/banmen?sslmode=perhaps", "perhaps"),
    ] {
        for errors in [SERVE.refused(&["--db", db]), Program("backup").refused(&["--db", db, "games.backup"])] {
            assert!(errors.contains("--db") && errors.contains(said), "{db}: {errors}");
            assert!(!errors.contains("swordfish"), "{errors}");
        }
    }
    // A name with a colon is the name of a file.
    let shown = printed(&SERVE.run(&["--print-config", "--db", "games:of-today.db"]));
    assert!(shown.contains("games:of-today.db"), "{shown}");
}

/// Files for operators that are in the repository.
fn deployed(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_settings_that_are_handed_out_are_understood() {
    let config = file("the_settings_that_are_handed_out", &deployed("deploy/banmen.toml"));
    let shown = printed(&SERVE.command(&["--print-config", "--config"]).arg(&config).output().unwrap());
    for line in
        ["behind-proxy = true", "sockets = 10000", "stored-bytes = \"8GiB\"", "db = \"/var/lib/banmen/games.db\""]
    {
        assert!(shown.lines().any(|found| found == line), "{line} is missing:\n{shown}");
    }
}

#[test]
fn the_containers_variables_are_settings() {
    let containerfile = deployed("Containerfile");
    let variables: Vec<(&str, &str)> =
        containerfile.lines().filter_map(|line| line.strip_prefix("ENV ")?.split_once('=')).collect();
    assert_eq!(variables.len(), 3);
    let help = String::from_utf8(SERVE.run(&["--help"]).stdout).unwrap();
    for (name, _) in &variables {
        assert!(help.contains(&format!("[env: {name}")), "{name} is no setting");
    }
    let shown = SERVE.command(&["--print-config"]).envs(variables).output().unwrap();
    assert!(printed(&shown).contains("addr = \"0.0.0.0:8383\""));
    // The command that builds the program is the one that everybody uses.
    assert!(containerfile.contains("\nRUN cargo build --release --locked --package banmen\n"));
}
