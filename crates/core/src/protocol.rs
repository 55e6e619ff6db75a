use std::io;

/// A protocol by which other programs ask a game's players for moves, such as USI.
#[derive(Clone, Copy, Debug)]
pub struct Protocol {
    /// Its name, by which the command line and the arena know it: `usi`.
    pub name: &'static str,
    /// One sentence for the command line's help.
    pub summary: &'static str,
    /// Speaks it on standard input and output until the other side ends it.
    pub speak: fn() -> io::Result<()>,
}
