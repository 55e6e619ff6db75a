//! Clocks against a plain simulation that counts every millisecond.

use banmen_core::{Draw, Random, Seat};
use banmen_table::{Clock, TimeControl};

/// One player's clock, ticking.
#[derive(Clone, Copy)]
struct Plain {
    control: TimeControl,
    main: i64,
    period: i64,
    periods: u32,
    moves: u32,
    fallen: bool,
}

const fn ms(seconds: u32) -> i64 {
    seconds as i64 * 1000
}

impl Plain {
    fn new(control: TimeControl) -> Plain {
        let (main, period, periods, moves) = match control {
            TimeControl::Fischer { seconds, increment } => {
                (ms(if seconds == 0 { increment } else { seconds }), 0, 0, 0)
            }
            TimeControl::Byoyomi { seconds, periods, period } => (ms(seconds), ms(period), periods, 0),
            TimeControl::Canadian { seconds, moves, period } => (ms(seconds), ms(period), 0, moves),
            TimeControl::Correspondence { days } => (ms(days * 86_400), 0, 0, 0),
        };
        let mut plain = Plain { control, main, period, periods, moves, fallen: false };
        plain.look();
        plain
    }

    fn look(&mut self) {
        self.fallen = self.main == 0 && self.period == 0;
    }

    fn tick(&mut self) {
        if self.main > 0 {
            self.main -= 1;
        } else {
            self.period -= 1;
            if let TimeControl::Byoyomi { period, .. } = self.control
                && self.period == 0
                && self.periods > 1
            {
                self.periods -= 1;
                self.period = ms(period);
            }
        }
        self.look();
    }

    fn moves(&mut self) {
        match self.control {
            TimeControl::Fischer { increment, .. } => self.main += ms(increment),
            TimeControl::Byoyomi { period, .. } => self.period = ms(period),
            TimeControl::Canadian { moves, period, .. } if self.main == 0 => {
                self.moves -= 1;
                if self.moves == 0 {
                    self.moves = moves;
                    self.period = ms(period);
                }
            }
            TimeControl::Canadian { .. } => {}
            TimeControl::Correspondence { days } => self.main = ms(days * 86_400),
        }
    }
}

fn control(random: &mut Random) -> TimeControl {
    let mut below = |most: u64| random.below(most) as u32;
    match below(3) {
        0 => TimeControl::Fischer { seconds: below(4), increment: 1 + below(2) },
        1 => TimeControl::Byoyomi { seconds: below(3), periods: 1 + below(4), period: 1 + below(2) },
        _ => TimeControl::Canadian { seconds: below(3), moves: 1 + below(4), period: 1 + below(3) },
    }
}

#[test]
fn every_clock_agrees_with_one_that_counts_milliseconds() {
    let mut random = Random::new(7);
    let mut flags = 0;
    for game in 0..1500 {
        let control = control(&mut random).checked().unwrap();
        let mut clock = Clock::new(control);
        let mut plain = [Plain::new(control); 2];
        let (mut now, mut seat) = (1_790_000_000_000_i64, Seat::First);
        for turn in 0..30 {
            clock = clock.started(seat, now);
            let hidden = &mut plain[seat.index()];
            // Mostly quick, sometimes to the very edge.
            let left = clock.of(seat).all_ms();
            let spent = match random.below(8) {
                0 => left - 1,
                1 => left,
                2 => left + random.below(500) as i64,
                _ => random.below(1500) as i64,
            };
            for _ in 0..spent {
                if !hidden.fallen {
                    hidden.tick();
                }
            }
            now += spent;
            let pressed = clock.pressed(now, None);
            assert_eq!(pressed.is_none(), hidden.fallen, "game {game}, turn {turn}: {clock:?} after {spent}");
            let Some(after) = pressed else {
                flags += 1;
                break;
            };
            hidden.moves();
            clock = after;
            let shown = clock.of(seat);
            let of_plain = (hidden.main, hidden.period, hidden.periods, hidden.moves);
            assert_eq!(
                (shown.main_ms, shown.period_ms, shown.periods, shown.moves),
                of_plain,
                "{clock:?} after {spent}"
            );
            seat = seat.other();
        }
    }
    assert!(flags > 300, "only {flags} flags fell");
}

#[test]
fn lag_is_made_up_for_within_bounds() {
    let control = TimeControl::Fischer { seconds: 60, increment: 0 };
    let (mut honest, mut greedy, mut now) = (Clock::new(control), Clock::new(control), 0);
    for _ in 0..20 {
        (honest, greedy) = (honest.started(Seat::First, now), greedy.started(Seat::First, now));
        now += 1000;
        // 80 ms of each second were the network's.
        honest = honest.pressed(now, Some(920)).unwrap();
        greedy = greedy.pressed(now, Some(-5)).unwrap();
    }
    assert_eq!(honest.of(Seat::First).main_ms, 60_000 - 20 * 920);
    // Whoever claims that everything is lag gains what the account starts with, and a little with every move.
    assert_eq!(greedy.of(Seat::First).main_ms, 60_000 - 20 * 1000 + 500 + 19 * 100);
}

#[test]
fn a_move_on_its_way_is_waited_for_and_no_longer() {
    let clock = Clock::new(TimeControl::Fischer { seconds: 10, increment: 0 }).started(Seat::Second, 0);
    assert_eq!(clock.deadline_ms(), Some(10_500));
    assert_eq!((clock.fallen(10_499), clock.fallen(10_500)), (None, Some(Seat::Second)));
    assert!(clock.pressed(10_400, Some(9_950)).is_some(), "thought for less than ten seconds");
    assert!(clock.pressed(10_400, Some(10_000)).is_none() && clock.pressed(10_000, None).is_none());
}

#[test]
fn time_in_which_nobody_could_move_is_not_charged() {
    let clock = Clock::new(TimeControl::Fischer { seconds: 10, increment: 0 }).started(Seat::First, 1000);
    let left = |clock: Clock, now| clock.pressed(now, None).unwrap().of(Seat::First).main_ms;
    // The server was away from 3000 to 63000: two seconds before and one after are charged.
    assert_eq!(left(clock.without(3000, 63_000), 64_000), 7000);
    // The clock was started after the last sign of life: nothing before the return is charged.
    assert_eq!(left(clock.without(500, 63_000), 64_000), 9000);
    let still = Clock::new(clock.control);
    assert_eq!(still.without(0, 99), still);
}

#[test]
fn a_clock_that_gives_no_time_or_for_ever_is_refused() {
    for wrong in [
        TimeControl::Fischer { seconds: 0, increment: 0 },
        TimeControl::Fischer { seconds: 100_000, increment: 0 },
        TimeControl::Byoyomi { seconds: 0, periods: 0, period: 30 },
        TimeControl::Byoyomi { seconds: 0, periods: 3, period: 0 },
        TimeControl::Canadian { seconds: 60, moves: 0, period: 30 },
        TimeControl::Correspondence { days: 0 },
        TimeControl::Correspondence { days: 400 },
    ] {
        let error = wrong.checked().unwrap_err().to_string();
        assert!(error.contains("`clock"), "{error}");
    }
}
