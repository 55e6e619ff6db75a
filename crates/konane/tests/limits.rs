//! Every tool keeps its limits: memory is measured by an allocator that counts, time by the processor's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use banmen_core::{Clock, Limits, ToolError};
use banmen_konane::tools::TOOLS;
use cpu_time::ProcessTime;
use serde_json::{Value as Json, json};

/// The system's allocator, which notes how many bytes are in use and how many were at most.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

// SAFETY: every call is passed on to the system's allocator; counting touches no memory that is handed out.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size(), Ordering::Relaxed);
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        PEAK.fetch_max(NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size(), Ordering::Relaxed);
        // SAFETY: as above; zeroed pages are the system's, so that a large table costs only what is used of it.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Large blocks are moved by the system page by page, never copied.
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        PEAK.fetch_max(NOW.fetch_add(size, Ordering::Relaxed) + size, Ordering::Relaxed);
        // SAFETY: as in `dealloc`; the caller promises the rest.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the pointer came from `alloc` above, that is from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const FULL: &str = "BWBWBWBW/WBWBWBWB/BWBWBWBW/WBW..BWB/BWBWBWBW/WBWBWBWB/BWBWBWBW/WBWBWBWB";
const SPARSE: &str = "........./BW.BW.BW./WB.WB.WB./........./BW.BW.BW./WB.WB.WB./........./BW.BW.BW./WB.WB.WB.";

/// Little memory and enough time to fill it, then much memory and little time.
const LIMITS: [(usize, Duration); 2] = [(14 << 20, Duration::from_millis(700)), (1 << 30, Duration::from_millis(100))];
/// What is not counted: the stack of a search, and whatever grows between two looks.
const UNCOUNTED: usize = 1 << 20;
/// From the deadline to the end.
const LATE: Duration = Duration::from_millis(300);

/// Questions that nobody finishes within these limits.
fn greedy() -> Vec<(&'static str, Json)> {
    let mut questions = vec![
        ("konane.tile", json!({ "rows": 6, "cols": { "from": 12, "to": 42 } })),
        ("konane.tile", json!({ "rows": 6, "cols": { "from": 12, "to": 42 }, "what": "value" })),
        ("konane.longest", json!({ "rows": 8, "cols": 8 })),
        ("konane.longest", json!({ "rows": 4, "cols": 4, "exhaustive": true })),
        ("konane.census", json!({ "rows": 4, "cols": 4 })),
        ("konane.find", json!({ "value": "{7|{5|-9}}", "cells": 16 })),
        ("cgt.evaluate", json!({ "expression": "x := 0; for n from 1 to 60 do x := x + {n*n|{0|-n*n*n}}; end" })),
        ("cgt.evaluate", json!({ "expression": format!("Konane(\"{FULL}\") + 1") })),
        (
            "cgt.evaluate",
            json!({ "expression": "m := []; l := Range(1, 20000); while true do m := m + [l + [0]]; end" }),
        ),
    ];
    for board in [FULL, SPARSE] {
        for name in ["konane.value", "konane.string", "konane.outcome"] {
            questions.push((name, json!({ "board": board })));
        }
        questions.push(("konane.strategy", json!({ "board": board, "first": "black" })));
        questions.push(("konane.best", json!({ "board": board, "to_move": "black" })));
    }
    questions.extend(["konane.options", "konane.thermograph"].map(|name| (name, json!({ "board": FULL }))));
    questions
}

// One test, since all threads of a program share the allocator and the processor's time.
#[test]
fn every_tool_keeps_its_limits() {
    let questions = greedy();
    for tool in TOOLS {
        assert!(questions.iter().any(|(name, _)| *name == tool.name), "{} is not tried", tool.name);
    }
    for (name, question) in questions {
        let tool = TOOLS.iter().find(|tool| tool.name == name).expect("a tool");
        for (memory, time) in LIMITS {
            let before = NOW.load(Ordering::Relaxed);
            PEAK.store(before, Ordering::Relaxed);
            let started = ProcessTime::now();
            let limits = Limits {
                memory: Some(memory as u64),
                clock: Clock::new(move || started.elapsed()),
                ..Limits::within(time)
            };
            let answer = (tool.run)(question.clone(), &limits, &mut |_| {});
            let (took, peak) = (started.elapsed(), PEAK.load(Ordering::Relaxed) - before);
            println!("{name}: {peak} of {memory} bytes, {took:?} of {time:?}");
            assert!(
                !matches!(answer, Err(ToolError::Input(_) | ToolError::Failed(_))),
                "{name} {question}: {answer:?}"
            );
            assert!(peak <= memory + memory / 8 + UNCOUNTED, "{name} {question}: {peak} bytes of {memory}");
            assert!(took <= time + LATE, "{name} {question}: {took:?} of {time:?}");
        }
    }
}
