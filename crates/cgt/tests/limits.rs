//! Limits hold whatever is asked: measured by an allocator that counts, not by a clock.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use banmen_cgt::{Problem, Session, SessionLimits};

/// The system's allocator, which notes how many bytes are in use and how many were at most.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn add(bytes: usize) {
    PEAK.fetch_max(NOW.fetch_add(bytes, Ordering::Relaxed) + bytes, Ordering::Relaxed);
}

// SAFETY: every call is passed on to the system's allocator; counting touches no memory that is handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` above, that is from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What takes more and more: memory, or time without memory.
const GREEDY: [(&str, &str); 14] = [
    ("switches of many temperatures", "x := 0; for n from 1 to 60 do x := x + {n*n|{0|-n*n*n}}; end"),
    ("the same with its negatives", "x := 0; for n from 1 to 60 do x := x + {n*n|{0|-n*n*n}}; y := -x; end"),
    ("its thermograph each time", "x := 0; for n from 1 to 60 do x := x + {n*n|{0|-n*n*n}}; t := Temperature(x); end"),
    ("its form each time", "x := 0; for n from 1 to 60 do x := x + {n*n|{0|-n*n*n}}; f := Form(x); end"),
    ("Norton products", "u := {4|{1|-5}}; g := {2|{-1|-4}}; for n from 1 to 60 do g := Norton(g, u + {n|0}); end"),
    ("deep powers", "x := 0; for n from 2 to 59 do x := x + Pow(^, n) + {n|{-n|-n-n}}; end"),
    ("ordinal sums", "x := {1|-1}; y := 0; for n from 1 to 50 do x := {n|-n}:(x + {n*n|0}); y := y + x; end"),
    ("overheating", "x := {3|{1|-7}}; for n from 1 to 20 do x := Overheat(x, n, {n|*}) + {n*n|-n}; end"),
    ("lists of lists", "m := []; l := Range(1, 20000); while true do m := m + [l + [0]]; end"),
    (
        "lists within functions",
        "f(n) := if n = 0 then [] else [Map(Range(1, 30000), x -> f(n - 1)), f(n - 1)] end; f(30)",
    ),
    (
        "texts",
        "t := \"0123456789\"; for n from 1 to 14 do t := t + t; end; m := []; while true do m := m + [t + \"!\"]; end",
    ),
    ("texts of games", "m := []; for n from 1 to 100000 do m := m + [Text(Range(n, n + 900))]; end"),
    (
        "many numbers",
        "m := []; for n from 1 to 90 do m := m + [Map(Range(1, 100000), k -> (k + n * 100000) / 2^30)]; end",
    ),
    (
        "many nimbers and arrows",
        "m := []; for n from 1 to 1000 do m := m + [Map(Range(1, 1000), k -> k / 1048576 + n*^)]; end",
    ),
];

const MEMORY: usize = 12 << 20;

/// What a text took at most, in bytes, and how it ended.
fn take(text: &str, work: u64) -> (usize, Result<(), Problem>) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let mut session = Session::new();
    session.limits = SessionLimits { work, memory: MEMORY };
    let ended = session.run_with(text, &mut |_, _| {}, &mut || None);
    let peak = PEAK.load(Ordering::Relaxed) - before;
    (peak, ended.map(|_| ()).map_err(|error| error.problem))
}

// One test, since all threads of a program share the allocator.
#[test]
fn limits_hold_whatever_is_asked() {
    for (what, text) in GREEDY {
        let (peak, ended) = take(text, 1 << 20);
        println!("{what}: {:.1} MB, {ended:?}", peak as f64 / 1e6);
        assert!(peak <= MEMORY, "{what}: {peak} bytes of {MEMORY}");
        assert!(ended.is_err(), "{what} came to an end");
    }
    let nested = format!("{}0{}", "{".repeat(9_000), "|0}".repeat(9_000));
    let wide = format!("{{{}|0}}", vec!["*"; 40_000].join(","));
    for text in [nested, wide, "{".repeat(90_000), "{|".repeat(500_000), "1,".repeat(1 << 20), "9".repeat(1 << 20)] {
        let (peak, ended) = take(&text, 1 << 20);
        println!("{}…: {:.1} MB, {}", &text[..10], peak as f64 / 1e6, ended.is_ok());
        assert!(peak <= MEMORY, "{}…: {peak} bytes of {MEMORY}", &text[..10]);
    }
    stopped_from_outside();
}

/// Whoever asks for the end is heard within a few hundred steps, in the middle of whatever is being worked out.
fn stopped_from_outside() {
    for (what, text) in GREEDY {
        let asked = Arc::new(AtomicU64::new(0));
        let mut session = Session::new();
        session.limits = SessionLimits { work: u64::MAX, memory: 4 * MEMORY };
        let counter = Arc::clone(&asked);
        let is_over = move || counter.fetch_add(1, Ordering::Relaxed) >= 20;
        session.arena.set_hurry(Some(Arc::new(is_over)));
        let known = Arc::clone(&asked);
        let mut interrupted = || (known.load(Ordering::Relaxed) > 20).then(|| "enough".to_owned());
        let ended = session.run_with(text, &mut |_, _| {}, &mut interrupted).map_err(|error| error.problem);
        let asked = asked.load(Ordering::Relaxed);
        // A text that asks the arena for little ends by its memory instead.
        assert!(ended.is_err(), "{what} came to an end");
        assert!(asked <= 24, "{what}: asked {asked} times, although the answer was yes at the 21st");
    }
}
