//! A session: one input after another, with history and completion; and scripts.

use std::borrow::Cow;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use banmen_cgt::{Arena, Function, Notation, Object, Session, is_unfinished};
use banmen_core::{Limits, Stop};
use banmen_konane::tools::{Desks, USUAL_NAME, session_limits};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Config, Context, Editor, Helper};

use crate::data_dir;
use crate::output::{self, Failure};

/// Lines of history that are kept.
const HISTORY: usize = 2000;

/// What the line editor asks while somebody types.
#[derive(Default)]
struct Assistant {
    names: Vec<String>,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = line[..end]
            .rfind(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(0, |at| at + line[at..].chars().next().map_or(1, char::len_utf8));
        let typed = line[start..end].to_lowercase();
        if typed.is_empty() {
            return Ok((start, Vec::new()));
        }
        let fits = |name: &&String| name.to_lowercase().starts_with(&typed);
        Ok((start, self.names.iter().filter(fits).cloned().collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        // An empty line ends an input, even if something in it is still open.
        let input = context.input();
        let more = is_unfinished(input) && !input.ends_with('\n');
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Highlighter for Assistant {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Borrowed(prompt)
    }
}

impl Helper for Assistant {}

/// Talks until the input ends.
pub fn talk(time: Option<Duration>, memory: u64) -> Result<(), Failure> {
    let config = Config::builder().max_history_size(HISTORY).map_err(Failure::failed)?.auto_add_history(true).build();
    let mut editor: Editor<Assistant, FileHistory> = Editor::with_config(config).map_err(Failure::failed)?;
    editor.set_helper(Some(Assistant::default()));
    let history = data_dir::file("cgt-history").ok();
    if let Some(path) = &history {
        // There is none the first time.
        let _ = editor.load_history(path);
    }
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stopped);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(Failure::failed)?;

    let limits = || Limits { time, memory: Some(memory), ..Limits::none() };
    let mut session = Session::new();
    let desks = Desks::open(&mut session, &limits());
    output::line(format!(
        "Banmen {}: games in their own language. `help` explains, Ctrl-D ends.",
        env!("CARGO_PKG_VERSION")
    ))?;
    loop {
        if let Some(assistant) = editor.helper_mut() {
            assistant.names = session.names();
        }
        let input = match editor.readline("> ") {
            Ok(input) => input,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(Failure::failed(error)),
        };
        match input.trim() {
            "" => continue,
            "quit" | "exit" => break,
            "help" => {
                output::line(help())?;
                continue;
            }
            other => {
                if let Some(name) = other.strip_prefix("help ") {
                    output::line(help_on(name.trim()))?;
                    continue;
                }
            }
        }
        stopped.store(false, Ordering::Relaxed);
        let limits = limits();
        desks.limit(&limits);
        // Positions look at a flag of their own, which Ctrl-C sets as well.
        let budget = limits.start();
        session.limits = session_limits(&Limits { nodes: Some(u64::MAX), ..limits.clone() });
        let mut interrupted = || {
            if stopped.load(Ordering::Relaxed) {
                return Some("it was stopped".to_owned());
            }
            budget.stop(0).map(|stop| stop.to_string())
        };
        let watcher = Watcher::new(&stopped, &limits);
        let mut written = Ok(());
        let result = session.run_with(
            &input,
            &mut |arena, object| {
                if written.is_ok() {
                    written = output::line(object.show(arena, Notation::Unicode, u128::from(USUAL_NAME)));
                }
            },
            &mut interrupted,
        );
        drop(watcher);
        written?;
        if let Err(error) = result {
            eprintln!("{}\n{error}", error.excerpt(&input));
        }
    }
    if let Some(path) = &history {
        editor.save_history(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    }
    Ok(())
}

/// Sets the cancel flag of limits when Ctrl-C was pressed, for work that looks at nothing else.
struct Watcher(Arc<AtomicBool>);

impl Watcher {
    fn new(stopped: &Arc<AtomicBool>, limits: &Limits) -> Watcher {
        let done = Arc::new(AtomicBool::new(false));
        let (stopped, cancel, ended) = (Arc::clone(stopped), limits.cancel.clone(), Arc::clone(&done));
        std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                if stopped.load(Ordering::Relaxed) {
                    cancel.set();
                    return;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        Watcher(done)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs a script and prints what it shows.
pub fn run_script(text: &str, limits: &Limits, longest: u32) -> Result<(), Failure> {
    let mut session = Session::new();
    Desks::open(&mut session, limits);
    session.limits = session_limits(&Limits { nodes: Some(u64::MAX), ..limits.clone() });
    let budget = limits.start();
    let ended: Cell<Option<Stop>> = Cell::new(None);
    let mut written = Ok(());
    let mut show = |arena: &mut Arena, object: Object| {
        if written.is_ok() {
            written = output::line(object.show(arena, Notation::Ascii, u128::from(longest)));
        }
    };
    let mut interrupted = || {
        ended.set(budget.stop(0));
        ended.get().map(|stop| stop.to_string())
    };
    let result = session.run_with(text, &mut show, &mut interrupted);
    written?;
    match result {
        Ok(_) => Ok(()),
        Err(_) if limits.cancel.is_set() => Err(Failure::Interrupted),
        Err(error) if error.problem.is_limit() => Err(Failure::failed(error)),
        Err(error) => Err(Failure::input(format!("{error}\n{}", error.excerpt(text)))),
    }
}

fn help() -> String {
    let names: Vec<&str> = Function::ALL.iter().map(|function| function.name()).collect();
    let mut lines = vec![
        "Games      1/2  ^*  v3*2  {0,{0|0}|0}  {3/2*|0||-2|-3}  +-1  ^<2>  ^[2]  Konane(\"BW./.WB\")".to_owned(),
        "Operators  + - * / : (ordinal sum)  < > <= >= = != || <| |>  and or not".to_owned(),
        "Names      x := {1|-1}    f(n) := {n|-n}    g -> Mean(g)    [1, 2, 3][1]".to_owned(),
        "Control    if … then … else … end    for x in … do … end    for n from 1 to 9 do … end    while … do … end"
            .to_owned(),
        "A line that ends with ; shows nothing. help NAME explains a function:".to_owned(),
    ];
    let mut line = String::from(" ");
    for name in names {
        if line.len() + name.len() > 100 {
            lines.push(std::mem::replace(&mut line, String::from(" ")));
        }
        line.push(' ');
        line.push_str(name);
    }
    lines.push(line);
    lines.join("\n")
}

fn help_on(name: &str) -> String {
    let found = Function::ALL.iter().find(|function| function.name().eq_ignore_ascii_case(name));
    found.map_or_else(|| format!("There is no function `{name}`."), |function| function.help().replace('`', ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::DefaultHistory;

    #[test]
    fn names_are_completed_in_any_case() {
        let mut session = Session::new();
        session.run("temper := 1").unwrap();
        let assistant = Assistant { names: session.names() };
        let history = DefaultHistory::new();
        let complete = |line: &str| assistant.complete(line, line.len(), &Context::new(&history)).unwrap();
        assert_eq!(complete("1 + leftst"), (4, vec!["LeftStop".to_owned()]));
        let (start, mut found) = complete("↑.Temper");
        found.sort();
        assert_eq!((start, found), ("↑.".len(), vec!["Temperature".to_owned(), "temper".to_owned()]));
        assert_eq!(complete("1 + "), (4, Vec::new()));
    }
}
