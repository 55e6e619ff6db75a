//! The progress line on standard error: hidden when nobody watches a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line with a spinner for work whose end is not known; set its text with `set_message`.
pub fn spinner(what: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {prefix} {msg} [{elapsed}]").expect("the template is valid"));
    bar.set_prefix(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// A bar for work of known size.
pub fn bar(what: &str, total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{prefix} [{bar:30}] {human_pos}/{human_len} {msg} [{elapsed}, {eta} left]";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid").progress_chars("=> "));
    bar.set_prefix(what.to_owned());
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}
