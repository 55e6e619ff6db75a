//! Every level of every game plays a game, through the same tables as on the server, where there is no clock, thread or
//! file: in WebAssembly.
//!
//! `cargo xtask wasm` builds this example as a module of its own, so that the page does not carry it, and runs it in Node with
//! `run.mjs`; `tests/levels.rs` plays the same games natively. The time comes from the host through [`Clock`], in a browser from
//! `performance.now()`.
#![cfg(target_arch = "wasm32")]

mod evening;

use std::time::Duration;

use banmen_core::Clock;

use evening::pairings;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// `performance.now()`: milliseconds since some fixed moment.
    fn now() -> f64;
    /// Takes a text of UTF-8 from the module's memory.
    fn say(start: *const u8, length: usize);
}

fn tell(text: &str) {
    // SAFETY: the host only reads, within the text, before the call returns.
    unsafe { say(text.as_ptr(), text.len()) }
}

fn clock() -> Clock {
    // SAFETY: the function takes nothing and returns a number.
    Clock::new(|| Duration::from_secs_f64(unsafe { now() }.max(0.0) / 1000.0))
}

/// How many pairings there are.
#[unsafe(no_mangle)]
pub extern "C" fn pairing_count() -> usize {
    pairings().len()
}

/// Lets one of them think by the clock, then plays a game; tells how it went, and returns 1 if all went well.
#[unsafe(no_mangle)]
pub extern "C" fn play_pairing(index: usize) -> u32 {
    std::panic::set_hook(Box::new(|panic| tell(&panic.to_string())));
    let pairing = &pairings()[index];
    // A search that the clock does not end would go on for ever.
    let first = pairing.think(&clock());
    match first.and_then(|first| first.map(|_| pairing.play(&clock(), 1)).transpose()) {
        Ok(None) => {
            tell(&format!("{pairing:?} has no first move"));
            0
        }
        Ok(Some(played)) => {
            let end = if played.over { "over" } else { "not over" };
            let (game, level) = (pairing.game, pairing.level);
            tell(&format!("{game}\t{level}\t{}\t{end}\t{}", played.events, played.moves));
            1
        }
        Err(error) => {
            tell(&format!("{pairing:?}: {error}"));
            0
        }
    }
}
