//! Memory for the transposition table, in large pages where that can be had.
//!
//! The table is read at random places, and with small pages the processor has to look up nearly every one of them first.

use super::table::Bucket;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::Deref;
use std::ptr::NonNull;

/// The size of a large page.
const LARGE_PAGE: usize = 2 << 20;

/// Buckets that are all empty at first.
pub(super) struct Pages {
    first: NonNull<Bucket>,
    len: usize,
    layout: Layout,
}

impl Pages {
    /// So many empty buckets, at least one.
    pub fn new(len: usize) -> Self {
        let len = len.max(1);
        let bytes = len.checked_mul(size_of::<Bucket>()).expect("a table fits into memory");
        let align = if bytes >= LARGE_PAGE { LARGE_PAGE } else { align_of::<Bucket>() };
        let layout = Layout::from_size_align(bytes, align).expect("a table fits into memory");
        // SAFETY: the layout is not empty.
        let memory = unsafe { alloc(layout) };
        #[expect(clippy::cast_ptr_alignment, reason = "the layout is aligned for a bucket at least")]
        let Some(first) = NonNull::new(memory.cast::<Bucket>()) else { handle_alloc_error(layout) };
        wish_for_large_pages(memory, bytes);
        // SAFETY: the memory was allocated for so many bytes, and a bucket of zeros is an empty bucket: it is made of atomic numbers.
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
        // SAFETY: the range was allocated just now and this advice changes nothing that a program can see.
        let _ = unsafe { madvise(memory.cast(), bytes, HUGE_PAGE) };
    }
}

#[cfg(not(all(feature = "huge-pages", target_os = "linux")))]
fn wish_for_large_pages(_: *mut u8, _: usize) {}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and given back only here. Buckets need no dropping.
        unsafe { dealloc(self.first.as_ptr().cast(), self.layout) };
    }
}

impl Deref for Pages {
    type Target = [Bucket];

    #[inline]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: so many buckets were allocated and initialised, and live as long as the borrow.
        unsafe { std::slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

// SAFETY: the memory belongs to this value alone, and buckets are made of atomic numbers, which threads may share.
unsafe impl Send for Pages {}
// SAFETY: as above.
unsafe impl Sync for Pages {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_as_many_buckets_as_were_asked_for_and_all_are_empty() {
        for len in [1, 3, 1000, 40_000, 100_000] {
            let pages = Pages::new(len);
            assert_eq!(pages.len(), len);
            assert!(pages.iter().all(Bucket::is_empty));
        }
    }
}
