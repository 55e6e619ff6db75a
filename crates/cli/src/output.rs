//! How every command ends: what is printed where, and with which exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// The question was wrong: exit status 2.
    Input(String),
    /// The work failed, or a limit ended it: exit status 1.
    Failed(String),
    /// Ctrl-C: exit status 130. What is known has been printed.
    Interrupted,
    /// Whoever read our output has had enough (a closed pipe): nothing to say.
    NobodyListens,
}

impl Failure {
    /// Bad input, said in words.
    pub fn input(error: impl Display) -> Failure {
        Failure::Input(error.to_string())
    }

    /// A failure, said in words.
    pub fn failed(error: impl Display) -> Failure {
        Failure::Failed(error.to_string())
    }

    /// Says what happened on standard error and gives the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Input(what) => {
                eprintln!("banmen: {what}");
                ExitCode::from(2)
            }
            Failure::Failed(what) => {
                eprintln!("banmen: {what}");
                ExitCode::from(1)
            }
            Failure::Interrupted => ExitCode::from(130),
            Failure::NobodyListens => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::NobodyListens } else { Failure::failed(error) }
    }
}

/// Prints one JSON document on standard output.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(|error| Failure::from(io::Error::from(error)))?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Prints one JSON document with only these of its fields, all if none are named; `a.b` is the field `b` of the field `a`.
pub fn json_fields(value: &impl Serialize, fields: &[String]) -> Result<(), Failure> {
    if fields.is_empty() {
        return json(value);
    }
    let whole = serde_json::to_value(value).map_err(Failure::failed)?;
    let mut chosen = serde_json::Map::new();
    for field in fields.iter().map(|field| field.trim()) {
        let found = field.split('.').try_fold(&whole, |inside, name| inside.get(name));
        let Some(found) = found else {
            let names =
                whole.as_object().map(|fields| fields.keys().map(String::as_str).collect::<Vec<_>>().join(", "));
            let names = names.unwrap_or_default();
            return Err(Failure::input(format!("there is no field {field:?}; there are {names}")));
        };
        chosen.insert(field.to_owned(), found.clone());
    }
    json(&chosen)
}

/// Prints text and a line end on standard output.
pub fn line(text: impl Display) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}
