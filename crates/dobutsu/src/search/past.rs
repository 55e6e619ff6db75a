//! The positions that led here, to see repetitions.

/// Slots of the filter that spares most lookups; a power of two.
const SLOTS: usize = 4096;

/// The keys of the game so far and of the line being searched.
pub(super) struct Past {
    keys: Vec<u64>,
    /// Where the line being searched begins: the root's key is the last of the game's.
    root: usize,
    /// How many keys fall into each slot.
    filter: Box<[u16; SLOTS]>,
    repetitions: usize,
}

impl Past {
    /// `keys` are those of the game, the root's last.
    pub fn new(keys: &[u64], repetitions: u8) -> Self {
        let mut past = Self {
            keys: Vec::with_capacity(keys.len() + super::worker::MAX_PLY),
            root: keys.len().saturating_sub(1),
            filter: Box::new([0; SLOTS]),
            repetitions: usize::from(repetitions),
        };
        for &key in keys.iter().take(past.root) {
            past.push(key);
        }
        past
    }

    /// The line goes on from this position.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.filter[key as usize % SLOTS] += 1;
        self.keys.push(key);
    }

    /// The line goes back to the position pushed last.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            self.filter[key as usize % SLOTS] -= 1;
        }
    }

    /// Whether this position is to be taken for a draw: it repeats one of the line, or one of the game for the last time.
    #[inline]
    pub fn repeats(&self, key: u64) -> bool {
        self.filter[key as usize % SLOTS] > 0 && self.repeats_surely(key)
    }

    #[cold]
    fn repeats_surely(&self, key: u64) -> bool {
        let (game, line) = self.keys.split_at(self.root);
        line.contains(&key) || game.iter().filter(|&&past| past == key).count() + 1 >= self.repetitions
    }
}
