//! The door of the WebAssembly module: texts in the module's memory.
//!
//! The host writes a question into memory that [`reserve`] gave it, calls [`call`], and reads the answer that the module
//! hands to `host.answer`. One instance answers one question at a time.

use std::cell::RefCell;

use serde_json::{Value, json};

use crate::{Host, Module, Problem};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// `performance.now()`.
    fn now() -> f64;
    /// Takes a report of progress as JSON.
    fn report(start: *const u8, length: usize);
    /// Takes the answer to the question that is being asked, as JSON.
    fn answer(start: *const u8, length: usize);
    /// Takes the words of a panic; the instance is lost after it.
    fn panicked(start: *const u8, length: usize);
}

/// The page or worker that loaded the module.
struct Page;

impl Host for Page {
    fn now_ms(&self) -> f64 {
        // SAFETY: the function takes nothing and returns a number.
        unsafe { now() }
    }

    fn report(&self, progress: &Value) {
        tell(report, &progress.to_string());
    }
}

/// Hands a text to the host.
fn tell(take: unsafe extern "C" fn(*const u8, usize), text: &str) {
    // SAFETY: pointer and length belong to `text`, which outlives the call; the host copies before it returns.
    unsafe { take(text.as_ptr(), text.len()) }
}

thread_local! {
    static MODULE: RefCell<Option<Module<Page>>> = const { RefCell::new(None) };
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a question of this many bytes; what was there before is gone.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question that was written: `{"name": …, "input": …}`. The answer is `{"ok": …}` or `{"problem": …}`.
#[unsafe(no_mangle)]
pub extern "C" fn call() {
    let question = QUESTION.take();
    let said = MODULE.with_borrow_mut(|module| {
        let module = module.get_or_insert_with(|| {
            std::panic::set_hook(Box::new(|panic| tell(panicked, &panic.to_string())));
            Module::new(Page)
        });
        let (name, input) = read(&question)?;
        module.call(&name, input)
    });
    let said = match said {
        Ok(answer) => json!({ "ok": answer }),
        Err(problem) => json!({ "problem": problem }),
    };
    tell(answer, &said.to_string());
}

fn read(question: &[u8]) -> Result<(String, Value), Problem> {
    let mut question: Value =
        serde_json::from_slice(question).map_err(|error| Problem::malformed(&error.to_string()))?;
    match question["name"].as_str().map(str::to_owned) {
        Some(name) => Ok((name, question["input"].take())),
        None => Err(Problem::malformed("the question has no name")),
    }
}
