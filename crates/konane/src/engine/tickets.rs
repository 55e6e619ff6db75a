//! Which positions have been looked at by any of several threads: a table that is read without locks.
//!
//! A position that has been looked at has a ticket, the place of its id among those that are worked out one after the other. What is written here
//! may get lost while a table grows; then the position is looked at once more.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use crate::bits::Bits;
use crate::form_table::{FormTable, SHARDS, first_slot, is_crowded, shard};
use crate::normal::Key;

/// The place of a position's id.
pub type Ticket = u32;

/// An open-addressed table of a fixed size. Each slot is a state and the words of a key; a state that is neither `VACANT` nor `BUSY` is written
/// after its key and never changes.
#[derive(Debug)]
struct Slots {
    words: Box<[AtomicU64]>,
    mask: usize,
    /// How many are taken.
    count: AtomicUsize,
}

const VACANT: u64 = 0;
/// Somebody is writing the key.
const BUSY: u64 = 1;
/// The state of the first ticket.
const FIRST: u64 = 2;
/// Slots of a table, to begin with.
const FIRST_SLOTS: usize = 1 << 5;

/// The words of a slot: the state and two planes.
const fn slot_words<B: Bits>() -> usize {
    1 + 2 * B::WORDS
}

impl Slots {
    fn new<B: Bits>(slots: usize) -> Slots {
        let words = (0..slots * slot_words::<B>()).map(|_| AtomicU64::new(0)).collect();
        Slots { words, mask: slots - 1, count: AtomicUsize::new(0) }
    }

    #[inline(always)]
    fn slot<B: Bits>(&self, index: usize) -> &[AtomicU64] {
        &self.words[index * slot_words::<B>()..][..slot_words::<B>()]
    }

    #[inline(always)]
    fn holds<B: Bits>(slot: &[AtomicU64], key: &Key<B>) -> bool {
        (0..B::WORDS).all(|word| {
            slot[1 + word].load(Ordering::Relaxed) == key.black_or_open.word(word)
                && slot[1 + B::WORDS + word].load(Ordering::Relaxed) == key.white_or_open.word(word)
        })
    }

    #[inline(always)]
    fn get<B: Bits>(&self, key: &Key<B>) -> Option<Ticket> {
        let mut index = first_slot(key) & self.mask;
        for _ in 0..=self.mask {
            let slot = self.slot::<B>(index);
            match slot[0].load(Ordering::Acquire) {
                VACANT => return None,
                state if state != BUSY && Slots::holds(slot, key) => return Some((state - FIRST) as Ticket),
                _ => index = (index + 1) & self.mask,
            }
        }
        None
    }

    /// Adds a position, unless the table is all but full.
    fn insert<B: Bits>(&self, key: &Key<B>, ticket: Ticket) {
        if self.count.load(Ordering::Relaxed) > self.mask / 8 * 7 {
            return;
        }
        let mut index = first_slot(key) & self.mask;
        for _ in 0..=self.mask {
            let slot = self.slot::<B>(index);
            if slot[0].compare_exchange(VACANT, BUSY, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                for word in 0..B::WORDS {
                    slot[1 + word].store(key.black_or_open.word(word), Ordering::Relaxed);
                    slot[1 + B::WORDS + word].store(key.white_or_open.word(word), Ordering::Relaxed);
                }
                slot[0].store(u64::from(ticket) + FIRST, Ordering::Release);
                self.count.fetch_add(1, Ordering::Relaxed);
                return;
            }
            index = (index + 1) & self.mask;
        }
    }

    /// Every position in the table, in the order of the slots.
    fn entries<B: Bits>(&self) -> impl Iterator<Item = (Key<B>, Ticket)> + '_ {
        self.words.chunks_exact(slot_words::<B>()).filter_map(|slot| {
            let state = slot[0].load(Ordering::Acquire);
            let plane = |first: usize| B::of_words(|word| slot[first + word].load(Ordering::Relaxed));
            let key = || Key { black_or_open: plane(1), white_or_open: plane(1 + B::WORDS) };
            (state >= FIRST).then(|| (key(), (state - FIRST) as Ticket))
        })
    }

    fn is_crowded(&self) -> bool {
        is_crowded(self.count.load(Ordering::Relaxed), self.mask + 1)
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

/// The tables that all threads share.
#[derive(Debug)]
pub struct Tickets {
    shards: Box<[Mutex<Arc<Slots>>]>,
    /// How often a table has grown.
    growths: AtomicUsize,
    bytes: AtomicUsize,
}

/// The tables as one thread sees them.
#[derive(Debug)]
pub struct View<'a> {
    tickets: &'a Tickets,
    shards: Box<[Arc<Slots>]>,
    growths: usize,
}

impl Tickets {
    /// Empty tables.
    pub fn new<B: Bits>() -> Tickets {
        let shards: Box<[_]> = (0..SHARDS).map(|_| Mutex::new(Arc::new(Slots::new::<B>(FIRST_SLOTS)))).collect();
        let bytes = SHARDS * FIRST_SLOTS * slot_words::<B>() * size_of::<u64>();
        Tickets { shards, growths: AtomicUsize::new(0), bytes: AtomicUsize::new(bytes) }
    }

    /// The tables as they are now.
    pub fn view(&self) -> View<'_> {
        let growths = self.growths.load(Ordering::Acquire);
        let shards = self.shards.iter().map(|slots| Arc::clone(&slots.lock().unwrap_or_else(PoisonError::into_inner)));
        View { tickets: self, shards: shards.collect(), growths }
    }

    /// The bytes in use, and those that growing may need on top.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed) * (SHARDS + 2) / SHARDS
    }

    /// Moves what is in the tables into others, one for each shard, with the ids of those tickets that have one. So many threads share the work.
    pub fn settle<B: Bits, I: Copy + Send + Sync>(self, ids: &[I], tables: &mut [FormTable<B, I>], threads: usize) {
        let mut pairs: Vec<_> = self.shards.into_iter().zip(tables).collect();
        let share = pairs.len().div_ceil(threads.max(1));
        std::thread::scope(|scope| {
            while !pairs.is_empty() {
                let some: Vec<_> = pairs.drain(..share.min(pairs.len())).collect();
                let work = move || {
                    for (slots, table) in some {
                        let slots = slots.into_inner().unwrap_or_else(PoisonError::into_inner);
                        table.reserve(table.len() + slots.count.load(Ordering::Relaxed));
                        for (key, ticket) in slots.entries() {
                            if let Some(&id) = ids.get(ticket as usize) {
                                table.insert(key, id);
                            }
                        }
                    }
                };
                if pairs.is_empty() {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
    }
}

impl View<'_> {
    /// Learns which tables have grown.
    #[inline]
    pub fn refresh(&mut self) {
        if self.tickets.growths.load(Ordering::Acquire) != self.growths {
            *self = self.tickets.view();
        }
    }

    /// The ticket of a position.
    #[inline(always)]
    pub fn get<B: Bits>(&self, key: &Key<B>) -> Option<Ticket> {
        self.shards[shard(key)].get(key)
    }

    /// Remembers the ticket of a position.
    pub fn insert<B: Bits>(&mut self, key: &Key<B>, ticket: Ticket) {
        self.refresh();
        let at = shard(key);
        if self.shards[at].is_crowded() {
            self.grow::<B>(at);
        }
        self.shards[at].insert(key, ticket);
    }

    fn grow<B: Bits>(&mut self, at: usize) {
        let mut current = match self.tickets.shards[at].try_lock() {
            Ok(current) => current,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // Another thread is at it; there is room for a while.
            Err(TryLockError::WouldBlock) => return,
        };
        if current.is_crowded() {
            let grown = Slots::new::<B>(2 * (current.mask + 1));
            for (key, ticket) in current.entries::<B>() {
                grown.insert(&key, ticket);
            }
            self.tickets.bytes.fetch_add(grown.bytes() - current.bytes(), Ordering::Relaxed);
            *current = Arc::new(grown);
            self.tickets.growths.fetch_add(1, Ordering::Release);
        }
        self.shards[at] = Arc::clone(&current);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use banmen_core::{Draw, Random};

    use super::*;
    use crate::bits::Wide;

    fn random_key<B: Bits>(random: &mut Random, below: u64) -> Key<B> {
        let mut plane = |at_least: u64| {
            let words = [random.below(below) + at_least, random.below(2), 0, random.below(2)];
            B::of_words(|word| words[word])
        };
        Key { black_or_open: plane(1), white_or_open: plane(0) }
    }

    fn agrees_with_a_hash_map<B: Bits>() {
        let mut random = Random::new(5);
        let tickets = Tickets::new::<B>();
        let mut view = tickets.view();
        let mut map = HashMap::new();
        for ticket in 0..20_000 {
            let key: Key<B> = random_key(&mut random, 300);
            assert_eq!(view.get(&key), map.get(&key).copied());
            map.entry(key).or_insert_with(|| {
                view.insert(&key, ticket);
                ticket
            });
        }
        // Only the first half of the tickets have ids.
        let ids: Vec<u32> = (0..10_000).map(|ticket| ticket * 7).collect();
        let mut tables: Vec<FormTable<B, u32>> = (0..SHARDS).map(|_| FormTable::new(0)).collect();
        drop(view);
        tickets.settle(&ids, &mut tables, 3);
        for (key, ticket) in map {
            let expected = (ticket < 10_000).then_some(ticket * 7);
            assert_eq!(tables[shard(&key)].get(&key), expected);
        }
    }

    #[test]
    fn tickets_agree_with_a_hash_map() {
        agrees_with_a_hash_map::<u64>();
        agrees_with_a_hash_map::<u128>();
        agrees_with_a_hash_map::<Wide>();
    }

    #[test]
    fn what_threads_write_at_once_is_right_or_missing() {
        const THREADS: u64 = 4;
        const EACH: u64 = 30_000;
        // A key tells its ticket, so that a mixture of two writes would be seen.
        let key = |ticket: u64| Key { black_or_open: ticket + 1, white_or_open: ticket.wrapping_mul(0x9e37_79b9) };
        for round in 0..5 {
            let tickets = Tickets::new::<u64>();
            std::thread::scope(|scope| {
                for thread in 0..THREADS {
                    let tickets = &tickets;
                    scope.spawn(move || {
                        let mut view = tickets.view();
                        let mut random = Random::new(round * THREADS + thread);
                        for i in 0..EACH {
                            let mine = i * THREADS + thread;
                            view.insert(&key(mine), mine as Ticket);
                            let other = random.below(EACH * THREADS);
                            let found = view.get(&key(other));
                            assert!(found.is_none_or(|found| u64::from(found) == other), "{other}: {found:?}");
                        }
                    });
                }
            });
            let view = tickets.view();
            let found = (0..EACH * THREADS).filter(|&ticket| view.get(&key(ticket)) == Some(ticket as Ticket)).count();
            // What is written while a table grows may get lost, but that is little.
            assert!(found as u64 > EACH * THREADS / 2, "{found}");
        }
    }
}
