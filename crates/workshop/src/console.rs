//! Lines on standard output, a progress bar on standard error, and Ctrl-C.

use std::fmt::Display;
use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use banmen_core::Cancel;
use indicatif::{ProgressBar, ProgressStyle};

/// Prints text and a line end on standard output.
pub fn line(text: impl Display) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).context("standard output")
}

/// A bar for work of known size; hidden when standard error is not a terminal.
pub fn bar(what: &str, total: u64) -> ProgressBar {
    let template = "{prefix} [{bar:30}] {human_pos}/{human_len} {msg} [{elapsed}, {eta} left]";
    let style = ProgressStyle::with_template(template).expect("the template is valid").progress_chars("=> ");
    let bar = ProgressBar::new(total).with_style(style).with_prefix(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

/// A flag that the first Ctrl-C sets, so that what is known is still written; the second ends the program.
pub fn cancel_on_ctrl_c() -> Result<Cancel> {
    let cancel = Cancel::new();
    let flag = cancel.clone();
    ctrlc::set_handler(move || {
        if flag.is_set() {
            std::process::exit(130);
        }
        flag.set();
        eprintln!("workshop: stopping with what is known; press Ctrl-C again to end at once");
    })
    .context("Ctrl-C")?;
    Ok(cancel)
}
