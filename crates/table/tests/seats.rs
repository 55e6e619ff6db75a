//! A seat is one browser's: taken once, passed on by its holder only.

use banmen_core::Seat;
use banmen_table::*;
use serde_json::json;

fn moment(random: u8) -> Moment {
    Moment { now_ms: 1_790_000_000_000 + i64::from(random) * 1000, random: [random; 32] }
}

fn setup(invite: Vec<Seat>) -> Setup {
    Setup {
        game: Some("gomoku".to_owned()),
        rules: Some(json!({"size": 9})),
        seats: Seats::people(),
        record: None,
        options: None,
        terms: Terms::default(),
        invite,
    }
}

/// The table as a store would give it back after a change.
fn kept(before: &Table, changed: &Changed) -> Table {
    let mut stored = before.stored();
    assert!(changed.change.apply(&mut stored));
    assert_eq!(stored, changed.table.stored());
    Table::open(stored).unwrap()
}

#[test]
fn an_invitation_is_used_once_and_its_maker_never_has_the_token() {
    let opened = setup(vec![Seat::Second]).open(&moment(1)).unwrap();
    let (table, host) = (opened.table, opened.tokens.first.clone().unwrap());
    assert_eq!(opened.tokens.second, None);
    let invitation = opened.invitations.second.unwrap();
    assert!(table.is_vacant(Seat::Second) && !table.is_vacant(Seat::First));
    assert_eq!(table.seat_of(&invitation), Err(TableError::WrongToken), "an invitation plays no move");

    let one = table.sit(&invitation, None, &moment(2)).unwrap();
    let other = table.sit(&invitation, None, &moment(3)).unwrap();
    let (one, other) = ((one.changed.unwrap(), one.tokens), (other.changed.unwrap(), other.tokens));
    assert_ne!(one.1, other.1);
    let mut stored = table.stored();
    assert!(one.0.change.apply(&mut stored));
    assert!(!other.0.change.apply(&mut stored), "of two who come at the same moment one sits down");
    let seated = Table::open(stored).unwrap();
    let guest = one.1.second.unwrap();
    assert_eq!(seated.seat_of(&guest), Ok(Seat::Second));
    assert_eq!(seated.seat_of(&host), Ok(Seat::First));
    assert_eq!(seated.sit(&invitation, None, &moment(4)).unwrap_err(), TableError::WrongPass);
    assert_ne!(table.holders(), seated.holders());
    assert_eq!(table.holders().first, seated.holders().first);
}

#[test]
fn who_got_no_answer_asks_again_with_the_same_token() {
    let opened = setup(vec![Seat::First]).open(&moment(1)).unwrap();
    let invitation = opened.invitations.first.unwrap();
    let token = names::token(&[7; 32]);
    let sat = opened.table.sit(&invitation, Some(&token), &moment(2)).unwrap();
    let table = kept(&opened.table, &sat.changed.unwrap());
    let again = table.sit(&invitation, Some(&token), &moment(3)).unwrap();
    assert!(again.changed.is_none());
    assert_eq!(again.tokens, Tokens::of(Seat::First, &token));
    for weak in ["", "short", "UPPERCASEUPPERCASEUPPERCAS", &"a".repeat(10_000)] {
        assert!(matches!(table.sit(&invitation, Some(weak), &moment(4)), Err(TableError::Invalid(_))), "{weak:.30}");
    }
}

#[test]
fn a_seat_moves_to_another_device_with_a_code() {
    let opened = setup(Vec::new()).open(&moment(1)).unwrap();
    let (table, old, theirs) = (opened.table, opened.tokens.first.unwrap(), opened.tokens.second.unwrap());
    let me = Caller::Token(&old);
    let (changed, made) = table.make_pass(None, true, me, &moment(2)).unwrap();
    assert_eq!((made.seat, made.pass.len()), (Seat::First, 10));
    let table = kept(&table, &changed);
    assert_eq!(table.seat_of(&old), Ok(Seat::First), "the seat stays until the code is used");
    let late = Moment { now_ms: made.until.unwrap() + 1, random: [9; 32] };
    assert_eq!(table.sit(&made.pass, None, &late).unwrap_err(), TableError::WrongPass);
    let sat = table.sit(&made.pass, None, &moment(3)).unwrap();
    let (moved, new) = (kept(&table, &sat.changed.unwrap()), sat.tokens.first.unwrap());
    assert_eq!(moved.seat_of(&new), Ok(Seat::First));
    assert_eq!(moved.seat_of(&old), Err(TableError::WrongToken));
    assert_eq!(moved.sit(&made.pass, None, &moment(4)).unwrap_err(), TableError::WrongPass);
    assert_eq!(moved.seat_of(&theirs), Ok(Seat::Second));
}

#[test]
fn only_the_holder_passes_a_seat_on() {
    let opened = setup(Vec::new()).open(&moment(1)).unwrap();
    let (table, first, second) = (opened.table, opened.tokens.first.unwrap(), opened.tokens.second.unwrap());
    let refused = |caller: Caller, seat: Option<Seat>| table.make_pass(seat, false, caller, &moment(2)).unwrap_err();
    assert_eq!(refused(Caller::Token(&first), Some(Seat::Second)), TableError::SeatTaken);
    assert_eq!(refused(Caller::Token("guess"), None), TableError::WrongToken);
    assert_eq!(refused(Caller::Anybody, Some(Seat::First)), TableError::WrongToken);
    assert_eq!(table.leave(Caller::Anybody, &moment(2)).unwrap_err(), TableError::WrongToken);

    // Who leaves holds nothing any more, and the other one can invite somebody else.
    let table = kept(&table, &table.leave(Caller::Token(&second), &moment(3)).unwrap());
    assert!(table.is_vacant(Seat::Second));
    assert_eq!(table.seat_of(&second), Err(TableError::WrongToken));
    let (changed, lost) = table.make_pass(Some(Seat::Second), false, Caller::Token(&first), &moment(4)).unwrap();
    let table = kept(&table, &changed);
    let (changed, made) = table.make_pass(Some(Seat::Second), false, Caller::Token(&first), &moment(5)).unwrap();
    let table = kept(&table, &changed);
    assert_eq!(table.sit(&lost.pass, None, &moment(6)).unwrap_err(), TableError::WrongPass, "a newer one replaces it");
    assert!(table.sit(&made.pass, None, &moment(6)).is_ok());
}

#[test]
fn nobody_is_invited_to_the_computers_seat() {
    let mut setup = setup(vec![Seat::Second]);
    setup.seats.second = SeatSpec::Level { level: "classic".to_owned() };
    assert!(matches!(setup.open(&moment(1)), Err(TableError::Invalid(_))));
}

#[test]
fn only_an_empty_seat_of_a_listed_table_can_be_joined() {
    let unlisted = setup(vec![Seat::Second]).open(&moment(1)).unwrap().table;
    assert_eq!(unlisted.join(None, None, &moment(2)).unwrap_err(), TableError::WrongPass);
    let listed = Setup { terms: Terms { listed: true, ..Terms::default() }, ..setup(vec![Seat::Second]) };
    let opened = listed.open(&moment(1)).unwrap();
    let (table, invitation) = (opened.table, opened.invitations.second.unwrap());
    let token = names::token(&[7; 32]);
    let joined = table.join(Some("  Ai  "), Some(&token), &moment(2)).unwrap();
    let seated = kept(&table, &joined.changed.unwrap());
    assert_eq!(seated.seat_of(&token), Ok(Seat::Second));
    assert_eq!(seated.stored().meeting.names.second.as_deref(), Some("Ai"));
    assert_eq!(seated.summary().vacant, vec![]);
    // The invitation is void, nobody else can join, and whoever got no answer may ask again.
    assert_eq!(seated.sit(&invitation, None, &moment(3)).unwrap_err(), TableError::WrongPass);
    assert_eq!(seated.join(None, None, &moment(3)).unwrap_err(), TableError::SeatTaken);
    let again = seated.join(None, Some(&token), &moment(3)).unwrap();
    assert!(again.changed.is_none());
    assert_eq!(again.tokens.second, Some(token));
    assert!(matches!(seated.join(None, Some("short"), &moment(3)), Err(TableError::Invalid(_))));
}
