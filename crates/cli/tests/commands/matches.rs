//! `banmen match` with a program that misbehaves.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::program::Program;

const MATCH: Program = Program("match");

/// Far more than a match needs, and far less than a program that says `y` for ever would fill in a second.
const MOST_KIB: u64 = 300 << 10;

/// The most memory that a process ever had, in KiB.
fn peak(process: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("the system tells");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

#[test]
fn a_program_that_talks_for_ever_fills_no_memory_and_ctrl_c_ends_the_match() {
    let folder = std::env::temp_dir().join(format!("banmen-talks-{}", std::process::id()));
    let arguments = ["gomoku", "--first", "cmd:yes", "--second", "level:classic", "--games", "1000"];
    let mut process = MATCH
        .command(&arguments)
        .env("XDG_DATA_HOME", &folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(2));
    assert!(process.try_wait().unwrap().is_none(), "the match goes on until it is stopped");
    let kib = peak(&process);
    assert!(kib < MOST_KIB, "{kib} KiB");
    let interrupt = Command::new("kill").args(["-INT", &process.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let ended = (0..300).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        process.try_wait().unwrap()
    });
    let _ = process.kill();
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(ended.expect("it ends by itself").code(), Some(130));
}
