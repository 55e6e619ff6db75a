//! Memory for large tables, in large pages where they can be had.
//!
//! A transposition table and the table of a solved game are read at random places, and with small pages the processor has to look
//! up nearly every one of them first.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// The size of a large page.
const LARGE_PAGE: usize = 2 << 20;

/// Types whose values may be made by zeroing memory.
///
/// # Safety
///
/// The type is not of size zero, is valid when all its bytes are zero, and has no destructor.
pub(crate) unsafe trait Blank {}

// SAFETY: an integer is valid when all its bytes are zero, and has no destructor.
unsafe impl Blank for u8 {}

/// Values that are all blank at first.
pub(crate) struct Pages<T> {
    first: NonNull<T>,
    len: usize,
    layout: Layout,
}

impl<T: Blank> Pages<T> {
    /// This many blank values, at least one.
    pub fn new(len: usize) -> Self {
        let len = len.max(1);
        let bytes = len.checked_mul(size_of::<T>()).expect("a table fits into memory");
        let align = if bytes >= LARGE_PAGE { LARGE_PAGE } else { align_of::<T>() };
        let layout = Layout::from_size_align(bytes, align).expect("a table fits into memory");
        // SAFETY: the layout is not empty: `len` is at least 1, and no `Blank` type is of size zero.
        let memory = unsafe { alloc(layout) };
        let Some(first) = NonNull::new(memory.cast::<T>()) else { handle_alloc_error(layout) };
        wish_for_large_pages(memory, bytes);
        // SAFETY: `layout.size()` bytes were allocated just above, and `T: Blank` is valid when they are zero.
        unsafe { memory.write_bytes(0, bytes) };
        Self { first, len, layout }
    }
}

/// Asks the system for large pages, before the memory is touched. Without them everything works as well, but slower.
#[cfg(all(feature = "huge-pages", target_os = "linux"))]
fn wish_for_large_pages(memory: *mut u8, bytes: usize) {
    use std::ffi::{c_int, c_void};
    /// `MADV_HUGEPAGE` of Linux.
    const HUGE_PAGE: c_int = 14;
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    if bytes >= LARGE_PAGE {
        // SAFETY: the range was allocated just above, and `madvise(MADV_HUGEPAGE)` does not change its contents.
        let _ = unsafe { madvise(memory.cast(), bytes, HUGE_PAGE) };
    }
}

#[cfg(not(all(feature = "huge-pages", target_os = "linux")))]
fn wish_for_large_pages(_: *mut u8, _: usize) {}

impl<T> Drop for Pages<T> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout and freed only here; `T: Blank` has no destructor.
        unsafe { dealloc(self.first.as_ptr().cast(), self.layout) };
    }
}

impl<T> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` values were allocated and initialised in `new`, and live as long as the borrow.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow is the only one.
        unsafe { std::slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

// SAFETY: the memory is owned by this value alone, so it may be sent wherever a `T` may.
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: a shared borrow gives only shared borrows of the values.
unsafe impl<T: Sync> Sync for Pages<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_as_many_values_as_were_asked_for_and_all_are_blank() {
        for len in [1, 3, 1000, 40_000, 3_000_000] {
            let mut pages = Pages::<u8>::new(len);
            assert_eq!(pages.len(), len);
            assert!(pages.iter().all(|&value| value == 0));
            pages[len - 1] = 7;
            assert_eq!(pages.iter().map(|&value| u32::from(value)).sum::<u32>(), 7);
        }
    }
}
