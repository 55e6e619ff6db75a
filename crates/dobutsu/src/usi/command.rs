//! What a line from the other side means.

use crate::search::Clocks;
use banmen_core::Seat;
use std::time::Duration;

/// A line that was understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command<'a> {
    /// A line without a word.
    Nothing,
    Usi,
    IsReady,
    NewGame,
    /// The name's words are joined by underscores: some front ends write spaces.
    SetOption {
        name: String,
        value: String,
    },
    /// The words after `position`.
    Position(Vec<&'a str>),
    Go(Box<Go>),
    Stop,
    PonderHit,
    GameOver,
    Show,
    Quit,
}

/// What a search is to do.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Go {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    byoyomi: Duration,
    pub move_time: Option<Duration>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub infinite: bool,
    pub ponder: bool,
    /// Only a forced win is wanted.
    pub mate: bool,
    pub perft: Option<u32>,
}

impl Go {
    /// The clocks as the side to move sees them.
    pub fn clocks(&self, side: Seat, overhead: Duration) -> Clocks {
        let side = side.index();
        Clocks { left: self.left[side], increment: self.increment[side], byoyomi: self.byoyomi, overhead }
    }

    /// Whether the answer is kept until `stop` or `ponderhit`, even if the search has nothing left to do.
    pub fn is_held(&self) -> bool {
        self.infinite || self.ponder
    }

    /// Whether something it was told limits the search, or it counts moves.
    pub fn is_limited(&self) -> bool {
        let timed = self.left.iter().any(Option::is_some) || !self.byoyomi.is_zero();
        let limited = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || timed && !self.mate;
        self.perft.is_some() || !self.is_held() && limited
    }
}

/// Times beyond this are as good as this: a day.
const LONGEST_TIME: Duration = Duration::from_hours(24);

/// Reads a line; the error says what was wrong with it.
pub(super) fn parse(line: &str) -> Result<Command<'_>, String> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else { return Ok(Command::Nothing) };
    Ok(match first {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "usinewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "gameover" => Command::GameOver,
        "d" => Command::Show,
        "quit" => Command::Quit,
        "position" => Command::Position(words.collect()),
        "go" => Command::Go(Box::new(go(words)?)),
        "setoption" => set_option(words)?,
        _ => return Err(format!("unknown command {}", quoted(first))),
    })
}

/// Somebody's text, cut to a readable length and without line ends.
pub(super) fn quoted(text: &str) -> String {
    let cut: String = text.chars().take(40).collect();
    format!("{cut:?}")
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, String> {
    if words.next() != Some("name") {
        return Err("expected setoption name NAME value VALUE".to_owned());
    }
    let name: Vec<&str> = words.by_ref().take_while(|&word| word != "value").collect();
    if name.is_empty() {
        return Err("setoption has no name".to_owned());
    }
    Ok(Command::SetOption { name: name.join("_"), value: words.collect::<Vec<_>>().join(" ") })
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<Go, String> {
    let mut words = words.peekable();
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let mut number = || -> Result<i64, String> {
            let text = words.next().ok_or_else(|| format!("a number is missing after {word}"))?;
            text.parse().map_err(|_| format!("{} after {word} is not a number", quoted(text)))
        };
        let mut time = || {
            let milliseconds = number()?;
            // Clocks that have run out are told as negative times by some.
            Ok::<_, String>(Duration::from_millis(milliseconds.max(0) as u64).min(LONGEST_TIME))
        };
        match word {
            "btime" => go.left[Seat::First.index()] = Some(time()?),
            "wtime" => go.left[Seat::Second.index()] = Some(time()?),
            "binc" => go.increment[Seat::First.index()] = time()?,
            "winc" => go.increment[Seat::Second.index()] = time()?,
            "byoyomi" => go.byoyomi = time()?,
            "movetime" => go.move_time = Some(time()?),
            "depth" => go.depth = Some(number()?.clamp(1, 1000) as u32),
            "nodes" => go.nodes = Some(number()?.max(1) as u64),
            "perft" => go.perft = Some(number()?.clamp(0, 100) as u32),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "mate" => {
                go.mate = true;
                if words.next_if(|&word| word == "infinite").is_none()
                    && let Some(milliseconds) = words.peek().and_then(|word| word.parse().ok())
                {
                    words.next();
                    go.move_time = Some(Duration::from_millis(milliseconds).min(LONGEST_TIME));
                }
            }
            _ => return Err(format!("go does not know {}", quoted(word))),
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_what_front_ends_send() {
        let Command::Go(go) = parse("go btime 60000 wtime 50000 byoyomi 1000").unwrap() else { panic!("not a go") };
        let clocks = go.clocks(Seat::Second, Duration::ZERO);
        assert_eq!((clocks.left, clocks.byoyomi), (Some(Duration::from_secs(50)), Duration::from_secs(1)));
        let Command::Go(go) = parse(" go  mate 5000 ").unwrap() else { panic!("not a go") };
        assert_eq!((go.mate, go.move_time), (true, Some(Duration::from_secs(5))));
        let Command::Go(go) = parse("go mate infinite").unwrap() else { panic!("not a go") };
        assert_eq!((go.mate, go.move_time), (true, None));
        assert_eq!(
            parse("setoption name USI_Variant value classic").unwrap(),
            Command::SetOption { name: "USI_Variant".to_owned(), value: "classic".to_owned() }
        );
        assert_eq!(
            parse("setoption name Skill Level value hard").unwrap(),
            Command::SetOption { name: "Skill_Level".to_owned(), value: "hard".to_owned() }
        );
        assert_eq!(parse("").unwrap(), Command::Nothing);
    }

    #[test]
    fn limits_are_seen() {
        for (line, limited) in [
            ("go", false),
            ("go infinite", false),
            ("go ponder btime 1000 wtime 1000", false),
            ("go mate infinite", false),
            ("go mate 1000", true),
            ("go depth 3", true),
            ("go nodes 3", true),
            ("go movetime 3", true),
            ("go btime 0 wtime 0 byoyomi 100", true),
            ("go perft 3", true),
        ] {
            let Command::Go(go) = parse(line).unwrap() else { panic!("not a go") };
            assert_eq!(go.is_limited(), limited, "{line}");
        }
    }

    #[test]
    fn reject_what_makes_no_sense() {
        for (line, why) in [
            ("hello", "unknown command \"hello\""),
            ("go depth", "a number is missing after depth"),
            ("go depth x", "\"x\" after depth is not a number"),
            ("go fast", "go does not know \"fast\""),
            ("setoption USI_Hash 16", "expected setoption name NAME value VALUE"),
            ("setoption name", "setoption has no name"),
        ] {
            assert_eq!(parse(line).unwrap_err(), why, "{line}");
        }
    }
}
