//! Runs the program as its users do, in a process of its own.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Where Cargo has put the program.
pub const PATH: &str = env!("CARGO_BIN_EXE_banmen");

/// The program with the first word after its name, such as `konane`, so that tests say only the rest.
pub struct Program(pub &'static str);

impl Program {
    /// A command that has not started yet, for tests that need its streams.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(PATH);
        command.arg(self.0).args(arguments);
        command
    }

    /// How a command without input ends.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).stdin(Stdio::null()).output().expect("the program starts")
    }

    /// How a command ends that must read the whole input.
    pub fn with_input(&self, arguments: &[&str], input: &str) -> Output {
        let mut child = self
            .command(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// What a command prints that must succeed.
    pub fn printed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one document that a command must print when `--json` is added.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let text = self.printed(&[arguments, &["--json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{arguments:?}: {error}\n{text}"))
    }

    /// The error of a command that must be refused: exit status 2, a message, and no answer that a script could take.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(!errors.is_empty() && output.stdout.is_empty(), "{arguments:?}: {errors}");
        errors
    }

    /// A file of one test's own. Its name holds the name of that test, because all tests share one process.
    pub fn file(&self, test: &str, name: &str) -> PathBuf {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        folder.join(format!("{}-{}-{test}-{name}", self.0, std::process::id()))
    }
}
