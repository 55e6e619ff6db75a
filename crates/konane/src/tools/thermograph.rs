//! `konane.thermograph`: thermographs, in numbers and drawn.

use banmen_cgt::{Arena, Drawing, Notation, Value};
use banmen_core::Limits;
use serde::{Deserialize, Serialize};

use super::value::{evaluator, value_with};
use super::{Halt, Mistake, PositionValue, ValueQuestion, Walls};
use crate::board::{Board, Jumps};
use crate::engine::Effort;

/// The longest name that stands in a drawing's title.
const LONGEST_TITLE: u128 = 80;
/// The smallest and largest sides of a drawing, in pixels.
const SIDES: (f64, f64) = (120.0, 10_000.0);

/// Which position, and how large the drawing may be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThermographQuestion {
    /// The position.
    pub board: Board,
    /// How far jumps go.
    #[serde(default)]
    pub jumps: Jumps,
    /// The greatest width in pixels.
    #[serde(default = "usual_width")]
    pub width: f64,
    /// The greatest height in pixels.
    #[serde(default = "usual_height")]
    pub height: f64,
}

fn usual_width() -> f64 {
    Drawing::default().width
}

fn usual_height() -> f64 {
    Drawing::default().height
}

/// A thermograph.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DrawnThermograph {
    /// The mean value, where the mast stands.
    pub mean: String,
    /// The temperature, where it begins.
    pub temperature: String,
    /// The walls in numbers.
    #[serde(flatten)]
    pub walls: Walls,
    /// The drawing.
    pub svg: String,
    /// The drawing for LaTeX.
    pub tikz: String,
    /// The drawing in characters.
    #[serde(skip)]
    pub sketch: String,
}

fn drawn(arena: &mut Arena, value: Value, width: f64, height: f64) -> DrawnThermograph {
    let side = |pixels: f64| if pixels.is_finite() { pixels.clamp(SIDES.0, SIDES.1) } else { SIDES.0 };
    let name = arena.name_within(value, Notation::Unicode, LONGEST_TITLE);
    let title = name.map_or_else(|| "Thermograph".to_owned(), |name| format!("Thermograph of {name}"));
    let graph = arena.thermograph(value);
    let drawing = Drawing { width: side(width), height: side(height), title, ..Drawing::default() };
    DrawnThermograph {
        mean: graph.mean().to_string(),
        temperature: graph.temperature().to_string(),
        walls: Walls::of(&graph),
        svg: graph.draw(&drawing),
        tikz: graph.tikz(),
        sketch: graph.sketch(72, 20),
    }
}

/// The thermograph of a position.
pub fn thermograph(
    question: &ThermographQuestion,
    limits: &Limits,
    report: &mut dyn FnMut(&Effort),
) -> Result<DrawnThermograph, Halt<PositionValue>> {
    let mut evaluator = evaluator(question.jumps, limits);
    let asked = ValueQuestion { board: question.board, jumps: question.jumps, max_length: 0 };
    let (_, value) = value_with(&mut evaluator, &asked, limits, report)?;
    Ok(drawn(&mut evaluator.algebra, value, question.width, question.height))
}

/// The thermograph of an expression, or why there is none.
pub fn draw(expression: &str, width: f64, height: f64) -> Result<DrawnThermograph, String> {
    let mut arena = Arena::new();
    let value = arena.value(expression).map_err(|error| Mistake::of(&error, expression).to_string())?;
    Ok(drawn(&mut arena, value, width, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_drawing_belong_together() {
        let found = draw("{3/2*|0||-2|-3}", 640.0, 480.0).unwrap();
        assert_eq!((found.mean.as_str(), found.temperature.as_str()), ("-7/8", "13/8"));
        assert!(found.svg.contains("mean -7/8, temperature 13/8"));
        assert!(draw("1 > 0", 640.0, 480.0).is_err());
        assert!(draw("1 + {2", 640.0, 480.0).unwrap_err().ends_with("\n1 + {2\n    ^"));
        assert!(draw("{1|-1}", f64::NAN, -3.0).unwrap().svg.ends_with("</svg>"));
    }
}
