//! One line from the manager, understood.

use crate::Point;

/// What the manager asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game on a square board.
    Start(u64),
    /// A new game on a board of these columns and rows.
    RectStart(u64, u64),
    /// A new game on the same board.
    Restart,
    /// The engine moves first.
    Begin,
    /// The opponent played here; the engine answers.
    Turn(Point),
    /// The engine has to play here.
    Play(Point),
    /// A stone is taken back.
    Takeback(Point),
    /// Stones follow, then the engine moves.
    Board,
    /// Stones of the swap2 opening follow, then the engine chooses.
    Swap2Board,
    /// The end of a list of stones.
    Done,
    /// A setting.
    Info {
        /// Its name.
        key: String,
        /// Its value.
        value: String,
    },
    /// Who the engine is.
    About,
    /// The engine shall move now.
    Stop,
    /// The engine shall leave.
    End,
}

/// Why a line could not be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// No command of this name.
    Unknown(String),
    /// A command with wrong arguments.
    Malformed(String),
}

/// The longest piece of the manager's text that is repeated to it.
const QUOTED: usize = 40;

pub(super) fn quoted(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(QUOTED).collect()
}

impl Command {
    /// Understands a line without its line end; `None` for a blank one.
    pub fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(None);
        }
        let (word, rest) = line.split_once(|c: char| c.is_whitespace()).unwrap_or((line, ""));
        let rest = rest.trim();
        let malformed =
            |expected: &str| CommandError::Malformed(format!("{} {}: expected {expected}", quoted(word), quoted(rest)));
        let point = || parse_point(rest).ok_or_else(|| malformed("x,y, each 0 to 21"));
        let command = match word.to_ascii_uppercase().as_str() {
            "START" => Self::Start(rest.parse().map_err(|_| malformed("a board size"))?),
            "RECTSTART" => {
                let (columns, rows) = rest.split_once(',').ok_or_else(|| malformed("width,height"))?;
                let number = |text: &str| text.trim().parse().map_err(|_| malformed("width,height"));
                Self::RectStart(number(columns)?, number(rows)?)
            }
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(point()?),
            "PLAY" => Self::Play(point()?),
            "TAKEBACK" => Self::Takeback(point()?),
            "BOARD" => Self::Board,
            "SWAP2BOARD" => Self::Swap2Board,
            "DONE" => Self::Done,
            "INFO" => {
                let (key, value) = rest.split_once(|c: char| c.is_whitespace()).unwrap_or((rest, ""));
                Self::Info { key: key.to_ascii_lowercase(), value: value.trim().to_owned() }
            }
            "ABOUT" => Self::About,
            "STOP" => Self::Stop,
            "END" => Self::End,
            _ => return Err(CommandError::Unknown(quoted(word))),
        };
        Ok(Some(command))
    }
}

/// Reads a point as the protocol writes it: `x,y`, column and row counted from 0.
pub fn parse_point(text: &str) -> Option<Point> {
    let (x, y) = text.split_once(',')?;
    Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?)
}

/// Writes a point as the protocol does.
pub fn write_point(point: Point) -> String {
    format!("{},{}", point.column(), point.row())
}

/// Writes points one after another.
pub(super) fn write_points(points: &[Point]) -> String {
    points.iter().copied().map(write_point).collect::<Vec<_>>().join(" ")
}

/// Reads `x,y,who`.
pub(super) fn parse_stone(text: &str) -> Option<(Point, u8)> {
    let (point, who) = text.rsplit_once(',')?;
    Some((parse_point(point)?, who.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accept_the_commands_of_the_protocol() {
        assert_eq!(Command::parse("START 15"), Ok(Some(Command::Start(15))));
        assert_eq!(Command::parse("TURN 10,3\r"), Ok(Some(Command::Turn(Point::at(10, 3)))));
        assert_eq!(Command::parse(" turn 10 , 3 "), Ok(Some(Command::Turn(Point::at(10, 3)))));
        assert_eq!(Command::parse("RECTSTART 15,20"), Ok(Some(Command::RectStart(15, 20))));
        let info = Command::Info { key: "folder".to_owned(), value: "C:\\my brain\\".to_owned() };
        assert_eq!(Command::parse("INFO folder C:\\my brain\\"), Ok(Some(info)));
        assert_eq!(Command::parse(""), Ok(None));
    }

    #[test]
    fn reject_what_is_no_command() {
        assert_eq!(Command::parse("DANCE 1,2"), Err(CommandError::Unknown("DANCE".to_owned())));
        for line in
            ["START", "START x", "START -3", "TURN", "TURN 3", "TURN 3,", "TURN 3,4,5", "TURN 999,1", "RECTSTART 3"]
        {
            assert!(matches!(Command::parse(line), Err(CommandError::Malformed(_))), "{line}");
        }
    }
}
