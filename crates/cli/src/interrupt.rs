//! Ctrl-C: the first asks the work to end with what is known, the second ends at once.

use std::sync::OnceLock;

use banmen_core::Cancel;

/// The exit status of an interrupted command.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets. Put it into the `Limits` of whatever runs.
pub fn cancel_on_ctrl_c() -> Cancel {
    static FLAG: OnceLock<Cancel> = OnceLock::new();
    FLAG.get_or_init(|| {
        let cancel = Cancel::new();
        let flag = cancel.clone();
        let handler = move || {
            if flag.is_set() {
                std::process::exit(INTERRUPTED);
            }
            flag.set();
            eprintln!("banmen: stopping with what is known; press Ctrl-C again to end at once");
        };
        if let Err(error) = ctrlc::set_handler(handler) {
            eprintln!("banmen: Ctrl-C will end the program at once: {error}");
        }
        cancel
    })
    .clone()
}
