use std::sync::Arc;

use banmen_table::{CheckStudy, CheckedStudy, Drawn, StudyFile};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::engine::{self, Engine};
use crate::{Host, Problem, fingerprint, referee};

/// One instance of the module.
pub struct Module<H> {
    host: Arc<H>,
    engine: Engine,
}

impl<H: Host> Module<H> {
    /// An instance that nobody has asked anything yet.
    pub fn new(host: H) -> Module<H> {
        Module { host: Arc::new(host), engine: Engine::default() }
    }

    /// Answers a question. A question that cannot be answered changes nothing.
    pub fn call(&mut self, name: &str, input: Value) -> Result<Value, Problem> {
        match name {
            "games" => write(&referee::games()),
            "tools" => write(&banmen_table::tools()),
            "create" => write(&referee::create(read(input)?)?),
            "state" => write(&referee::state(read(input)?)?),
            "summary" => write(&referee::summary(read(input)?)?),
            "act" => write(&referee::act(read(input)?)?),
            "extend" => write(&referee::extend(read(input)?)?),
            "rematch" => write(&referee::rematch(read(input)?)?),
            "qr" => write(&referee::qr(read(input)?)?),
            "view" => write(&banmen_table::RecordView::of(&read(input)?)?),
            "view_at" => write(&referee::view_at(read(input)?)?),
            "study_read" => write(&CheckedStudy::read(&read(input)?)?),
            "study_check" => write(&CheckedStudy::of(read::<CheckStudy>(input)?.study)?),
            "study_write" => write(&StudyFile::write(&read(input)?)?),
            "study_draw" => write(&Drawn::of(&read(input)?)?),
            "import" => write(&referee::import(read(input)?)?),
            "export" => write(&referee::export(read(input)?)?),
            "think" => write(&self.engine.think(&self.host, read(input)?)?),
            "job" => write(&engine::job(&self.host, read(input)?)?),
            "fingerprint" => write(&fingerprint::answer(read(input)?)?),
            _ => Err(Problem::malformed(&format!("there is no question {name:?}"))),
        }
    }
}

fn read<T: DeserializeOwned>(input: Value) -> Result<T, Problem> {
    serde_json::from_value(input).map_err(|error| Problem::malformed(&error.to_string()))
}

fn write(answer: &impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|error| Problem::new("internal", 500, &error.to_string()))
}
