//! The games that `examples/levels` plays in WebAssembly, natively.

#[path = "../examples/levels/evening.rs"]
mod evening;

use banmen_core::Clock;
use evening::pairings;

#[test]
fn every_level_of_every_game_plays() {
    let pairings = pairings();
    let levels: usize = banmen_catalog::games().iter().map(|entry| entry.info().levels.len()).sum();
    assert_eq!(pairings.len(), levels);
    for pairing in pairings {
        // A stopped clock: the limit on nodes alone has to end every search, as it would where the clock is too coarse.
        let played = pairing.play(&Clock::stopped(), 1).unwrap();
        assert!(played.events > 3 && !played.moves.is_empty(), "{pairing:?}: {played:?}");
        let first = pairing.think(&banmen_core::Limits::none().clock).unwrap();
        assert!(first.is_some(), "{pairing:?} has no first move");
    }
}
