use std::path::Path;

use banmen_core::{GameInfo, Playable, Protocol, Record, Seat, Study, Tool};
use serde_json::Value;

use crate::played::{Played, Seated};
use crate::{AnyGame, AnyPlayer, CatalogError, PuzzleBook, bounds};

/// Makes a player of a level, rules and a seed; `None` where there is no such level.
type MakePlayer = fn(&str, &Value, u64) -> Result<Option<Box<dyn AnyPlayer>>, CatalogError>;

/// One game of the catalogue.
pub struct Entry {
    info: GameInfo,
    tools: &'static [Tool],
    protocols: &'static [Protocol],
    puzzles: Option<PuzzleBook>,
    openings: fn(&Value) -> Result<&'static str, CatalogError>,
    keep_data_in: fn(&Path),
    start: fn(&Value) -> Result<Box<dyn AnyGame>, CatalogError>,
    replay: fn(&Record) -> Result<Box<dyn AnyGame>, CatalogError>,
    player: MakePlayer,
    import: fn(&str, &str) -> Result<Study, CatalogError>,
    export: fn(&str, &Study) -> Result<String, CatalogError>,
    walk: fn(&Study) -> Result<Vec<Option<Seat>>, CatalogError>,
}

impl Entry {
    /// The entry of a game.
    pub fn of<G: Playable>() -> Entry {
        Entry {
            info: G::info(),
            tools: G::tools(),
            protocols: G::protocols(),
            puzzles: PuzzleBook::of::<G>(),
            openings: |rules| Ok(G::openings(&Played::<G>::rules(rules)?)),
            keep_data_in: G::keep_data_in,
            start: |rules| Ok(Box::new(Played::<G>::start(rules)?)),
            replay: |record| Ok(Box::new(Played::<G>::replay(record)?)),
            player: |level, rules, seed| {
                let rules = Played::<G>::rules(rules)?;
                Ok(G::player(level, &rules, seed).map(|player| Box::new(Seated(player)) as Box<dyn AnyPlayer>))
            },
            import: |format, text| Ok(G::import(format, text)?),
            export: |format, study| Ok(G::export(format, study)?),
            walk: |study| Ok(study.walk::<G>(G::ID, &mut |_, _| {})?),
        }
    }

    /// The game's name in the catalogue.
    pub fn id(&self) -> &'static str {
        self.info.id
    }

    /// What may be chosen.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// Computations offered beside the game.
    pub fn tools(&self) -> &'static [Tool] {
        self.tools
    }

    /// Protocols by which other programs talk to its players.
    pub fn protocols(&self) -> &'static [Protocol] {
        self.protocols
    }

    /// The game's puzzles, where it has any.
    pub fn puzzles(&self) -> Option<&PuzzleBook> {
        self.puzzles.as_ref()
    }

    /// Balanced openings under these rules, one a line; empty where there are none.
    pub fn openings(&self, rules: &Value) -> Result<&'static str, CatalogError> {
        bounds::check(&self.info.rules, rules)?;
        (self.openings)(rules)
    }

    /// Lets the game keep large computed data in this folder.
    pub fn keep_data_in(&self, folder: &Path) {
        (self.keep_data_in)(folder);
    }

    /// A new game. `null` means the default rules; fields that are missing have their default values.
    pub fn start(&self, rules: &Value) -> Result<Box<dyn AnyGame>, CatalogError> {
        bounds::check(&self.info.rules, rules)?;
        (self.start)(rules)
    }

    /// The game of a record, replayed to its end.
    pub fn replay(&self, record: &Record) -> Result<Box<dyn AnyGame>, CatalogError> {
        bounds::check(&self.info.rules, &record.rules)?;
        (self.replay)(record)
    }

    /// A computer player. It keeps what it learned from move to move.
    pub fn player(&self, level: &str, rules: &Value, seed: u64) -> Result<Box<dyn AnyPlayer>, CatalogError> {
        bounds::check(&self.info.rules, rules)?;
        (self.player)(level, rules, seed)?.ok_or_else(|| CatalogError::UnknownLevel {
            game: self.id(),
            asked: level.chars().take(40).collect(),
            known: self.info.levels.iter().map(|level| level.id).collect::<Vec<_>>().join(", "),
        })
    }

    /// Reads a game from another format.
    pub fn import(&self, format: &str, text: &str) -> Result<Study, CatalogError> {
        (self.import)(format, text)
    }

    /// Writes a game in another format.
    pub fn export(&self, format: &str, study: &Study) -> Result<String, CatalogError> {
        (self.export)(format, study)
    }

    /// Plays every node of a study; says who decided each, nobody for the start and for chance.
    pub fn walk(&self, study: &Study) -> Result<Vec<Option<Seat>>, CatalogError> {
        (self.walk)(study)
    }
}
