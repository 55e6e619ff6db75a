//! `banmen backup`, `restore` and `prune` from outside.

use crate::program::Program;

const BACKUP: Program = Program("backup");
const RESTORE: Program = Program("restore");
const PRUNE: Program = Program("prune");

#[test]
fn a_misspelt_database_is_not_made() {
    let missing = BACKUP.file("a_misspelt_database_is_not_made", "games.db");
    let copy = BACKUP.file("a_misspelt_database_is_not_made", "copy.db");
    let [missing_name, copy_name] = [&missing, &copy].map(|path| path.to_str().unwrap());
    for output in [
        BACKUP.run(&[copy_name, "--db", missing_name]),
        PRUNE.run(&["--older-than", "90d", "--dry-run", "--db", missing_name]),
        RESTORE.run(&[copy_name, "--db", missing_name]),
    ] {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(matches!(output.status.code(), Some(1 | 2)) && errors.contains("no such file"), "{errors}");
    }
    assert!(!missing.exists() && !copy.exists());
}

#[test]
fn nothing_is_thrown_away_unless_it_is_said_what() {
    assert!(PRUNE.refused(&["--dry-run"]).contains("--older-than"));
    assert!(PRUNE.refused(&["--older-than", "old"]).contains("\"old\" is no time"));
    assert!(PRUNE.refused(&["--larger-than", "2 elephants"]).contains("is no size"));
}
