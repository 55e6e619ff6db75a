use banmen_core::View;
use serde::Serialize;

use crate::Course;

/// Where a game's demonstration begins, so that a page can show every game without asking for each.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Demo {
    /// The game's name in the catalogue.
    pub game: &'static str,
    /// After how many events of `GameInfo::demo`.
    pub at: u32,
    /// The position there. It is only looked at, so it lists no moves.
    pub view: View,
}

/// The demonstrations of all games.
pub fn demos() -> Vec<Demo> {
    let opening = |entry: &banmen_catalog::Entry| {
        let info = entry.info();
        let at = info.demo.events.len() as u32 / 3;
        let view = Course::replay_to(&info.demo, Some(at)).ok()?.view();
        Some(Demo { game: info.id, at, view: View { moves: Vec::new(), ..view } })
    };
    banmen_catalog::games().iter().filter_map(opening).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_game_has_a_demonstration_that_has_begun() {
        let demos = super::demos();
        assert_eq!(demos.len(), banmen_catalog::games().len());
        for demo in demos {
            assert!(demo.at > 0 && !demo.view.pieces.is_empty(), "{}", demo.game);
        }
    }
}
