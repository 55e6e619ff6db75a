//! Thermographs drawn to scale.

use std::fmt::Write;

use crate::dyadic::Dyadic;
use crate::thermograph::{Corner, Thermograph};

/// How a thermograph is drawn.
///
/// The drawing has the same scale on both axes, temperature upwards and values falling from left to right, as the literature
/// draws it. Colours come from the custom properties `--thermograph-left`, `--thermograph-right` and
/// `--thermograph-mast` where they are set; lines and letters are `currentColor`, and everything has a class whose name
/// begins with `thermograph-`.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The greatest width in pixels.
    pub width: f64,
    /// The greatest height in pixels.
    pub height: f64,
    /// The temperature at the bottom, at least −1; `None` takes 0 for games whose temperature is above 0, and −1
    /// for all others.
    pub lowest: Option<Dyadic>,
    /// The title that is read aloud, such as the name of the game.
    pub title: String,
}

impl Default for Drawing {
    fn default() -> Self {
        Self { width: 640.0, height: 480.0, lowest: None, title: "Thermograph".to_owned() }
    }
}

/// Room around the drawing for labels, in pixels.
const MARGIN_LEFT: f64 = 56.0;
const MARGIN_RIGHT: f64 = 24.0;
const MARGIN_TOP: f64 = 24.0;
const MARGIN_BOTTOM: f64 = 44.0;
/// More grid lines than this on an axis are too many to label.
const MOST_LINES: f64 = 12.0;

/// Where values and temperatures are on the drawing.
struct Frame {
    highest_value: Dyadic,
    lowest_value: Dyadic,
    lowest: Dyadic,
    highest: Dyadic,
    unit: f64,
    step: Dyadic,
}

impl Frame {
    fn new(thermograph: &Thermograph, drawing: &Drawing) -> Self {
        let foot = thermograph.temperature();
        let lowest = drawing
            .lowest
            .unwrap_or(if foot.signum() > 0 { Dyadic::ZERO } else { Dyadic::integer(-1) })
            .max(Dyadic::integer(-1));
        let ends = [thermograph.left_at(lowest), thermograph.right_at(lowest), thermograph.mean()];
        let (mut highest_value, mut lowest_value) =
            (ends.into_iter().max().expect("three ends"), ends.into_iter().min().expect("three ends"));
        let height = (foot - lowest).max(Dyadic::ZERO);
        // Half a unit or a quarter of the picture on each side, and as much mast above.
        let spread = (highest_value - lowest_value).max(height);
        let border = spread.half().half().max(Dyadic::new(1, 2));
        highest_value += border;
        lowest_value -= border;
        let highest = foot.max(lowest) + border + border;
        let across = (highest_value - lowest_value).to_f64();
        let upward = (highest - lowest).to_f64();
        let unit = ((drawing.width - MARGIN_LEFT - MARGIN_RIGHT) / across)
            .min((drawing.height - MARGIN_TOP - MARGIN_BOTTOM) / upward)
            .max(f64::MIN_POSITIVE);
        let mut step = Dyadic::new(1, 3);
        while across.max(upward) / step.to_f64() > MOST_LINES {
            step += step;
        }
        Self { highest_value, lowest_value, lowest, highest, unit, step }
    }

    fn x(&self, value: Dyadic) -> f64 {
        MARGIN_LEFT + (self.highest_value - value).to_f64() * self.unit
    }

    fn y(&self, temperature: Dyadic) -> f64 {
        MARGIN_TOP + (self.highest - temperature).to_f64() * self.unit
    }

    /// The multiples of the step between two numbers.
    fn lines(&self, from: Dyadic, to: Dyadic) -> Vec<Dyadic> {
        let per_step = |x: Dyadic| {
            let exponent = self.step.exponent();
            // The step is a power of two, so that dividing by it only moves the point.
            if exponent > 0 {
                x * (1 << exponent)
            } else {
                Dyadic::new(x.numerator(), x.exponent() + self.step.numerator().trailing_zeros())
            }
        };
        (per_step(from).ceil()..=per_step(to).floor()).map(|i| self.step * i as i64).collect()
    }
}

impl Thermograph {
    /// A drawing in SVG with default sizes.
    ///
    /// ```
    /// use banmen_cgt::Arena;
    /// let mut arena = Arena::new();
    /// let v = arena.value("{3/2*|0||-2|-3}").unwrap();
    /// let svg = arena.thermograph(v).svg();
    /// assert!(svg.starts_with("<svg ") && svg.contains("13/8") && svg.contains("-7/8"));
    /// ```
    pub fn svg(&self) -> String {
        self.draw(&Drawing::default())
    }

    /// A drawing in SVG.
    pub fn draw(&self, drawing: &Drawing) -> String {
        let frame = Frame::new(self, drawing);
        let width = MARGIN_LEFT + (frame.highest_value - frame.lowest_value).to_f64() * frame.unit + MARGIN_RIGHT;
        let height = MARGIN_TOP + (frame.highest - frame.lowest).to_f64() * frame.unit + MARGIN_BOTTOM;
        let mut svg = String::new();
        self.write_svg(&mut svg, drawing, &frame, width, height).expect("a string takes everything");
        svg
    }

    fn write_svg(
        &self,
        out: &mut String,
        drawing: &Drawing,
        frame: &Frame,
        width: f64,
        height: f64,
    ) -> std::fmt::Result {
        let title = escape(&drawing.title);
        let (left, right) = (self.left_at(frame.lowest), self.right_at(frame.lowest));
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"thermograph\" viewBox=\"0 0 {width:.1} {height:.1}\" \
             width=\"{width:.1}\" height=\"{height:.1}\" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\
             <title>{title}</title><desc>Mean {}, temperature {}; at temperature {} the left wall is at {left}, the right wall at {right}.</desc>",
            self.mean(),
            self.temperature(),
            frame.lowest
        )?;
        out.write_str(
            "<style>.thermograph-grid{stroke:currentColor;stroke-opacity:.15}\
             .thermograph-zero{stroke:currentColor;stroke-opacity:.5}\
             .thermograph-wall,.thermograph-mast{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}\
             .thermograph-left{stroke:var(--thermograph-left,#2563eb)}\
             .thermograph-right{stroke:var(--thermograph-right,#dc2626)}\
             .thermograph-mast{stroke:var(--thermograph-mast,currentColor)}\
             .thermograph-label{fill:currentColor}.thermograph-point{fill:currentColor}</style>",
        )?;
        write_grid(out, frame)?;
        let (foot_x, foot_y) = (frame.x(self.mean()), frame.y(self.temperature().max(frame.lowest)));
        let top = MARGIN_TOP - 8.0;
        write!(
            out,
            "<path class=\"thermograph-mast\" stroke=\"currentColor\" d=\"M{foot_x:.2} {foot_y:.2}V{top:.2}m-5 8l5 -8l5 8\"/>"
        )?;
        for (wall, class) in [(self.left_wall(), "thermograph-left"), (self.right_wall(), "thermograph-right")] {
            let points = visible(wall, frame.lowest);
            write!(out, "<polyline class=\"thermograph-wall {class}\" points=\"")?;
            for corner in &points {
                write!(out, "{:.2},{:.2} ", frame.x(corner.value), frame.y(corner.temperature))?;
            }
            write!(out, "\"/>")?;
            for corner in &points {
                write!(
                    out,
                    "<circle class=\"thermograph-point\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"3\"><title>{} at temperature {}</title></circle>",
                    frame.x(corner.value),
                    frame.y(corner.temperature),
                    corner.value,
                    corner.temperature
                )?;
            }
        }
        write!(
            out,
            "<text class=\"thermograph-label thermograph-mean\" x=\"{:.2}\" y=\"{:.2}\">mean {}, temperature {}</text></svg>",
            foot_x + 8.0,
            foot_y - 8.0,
            self.mean(),
            self.temperature()
        )
    }
}

fn write_grid(out: &mut String, frame: &Frame) -> std::fmt::Result {
    let (left, right) = (frame.x(frame.highest_value), frame.x(frame.lowest_value));
    let (top, bottom) = (frame.y(frame.highest), frame.y(frame.lowest));
    for value in frame.lines(frame.lowest_value, frame.highest_value) {
        let (x, class) = (frame.x(value), line_class(value));
        write!(
            out,
            "<path class=\"{class}\" d=\"M{x:.2} {top:.2}V{bottom:.2}\"/>\
                 <text class=\"thermograph-label\" x=\"{x:.2}\" y=\"{:.2}\" text-anchor=\"middle\">{value}</text>",
            bottom + 16.0
        )?;
    }
    for temperature in frame.lines(frame.lowest, frame.highest) {
        let (y, class) = (frame.y(temperature), line_class(temperature));
        write!(
            out,
            "<path class=\"{class}\" d=\"M{left:.2} {y:.2}H{right:.2}\"/>\
                 <text class=\"thermograph-label\" x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"end\">{temperature}</text>",
            left - 6.0,
            y + 4.0
        )?;
    }
    write!(
        out,
        "<text class=\"thermograph-label\" x=\"{:.2}\" y=\"{:.2}\" text-anchor=\"middle\">value</text>\
             <text class=\"thermograph-label\" x=\"{:.2}\" y=\"{:.2}\">temperature</text>",
        f64::midpoint(left, right),
        bottom + 34.0,
        4.0,
        MARGIN_TOP - 10.0
    )
}

fn line_class(number: Dyadic) -> &'static str {
    if number == Dyadic::ZERO { "thermograph-zero" } else { "thermograph-grid" }
}

/// The corners of a wall from a temperature upwards, beginning at that temperature.
fn visible(wall: &[Corner], lowest: Dyadic) -> Vec<Corner> {
    let mut above: Vec<Corner> = wall.iter().copied().filter(|corner| corner.temperature > lowest).collect();
    let value = crate::thermograph::value_at(wall, lowest);
    above.insert(0, Corner { temperature: lowest, value });
    above
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;

    #[test]
    fn drawings_keep_to_their_size_and_scale() {
        let mut arena = Arena::new();
        for text in ["0", "1/2", "^", "{100|-3}", "{3/2*|0||-2|-3}", "{1000000|0||-1/1024}", "{1|63/64}", "-700"] {
            let v = arena.value(text).unwrap();
            let thermograph = arena.thermograph(v);
            for lowest in [None, Some(Dyadic::integer(-1)), Some(Dyadic::ZERO)] {
                let drawing = Drawing { lowest, title: format!("<{text}>"), ..Drawing::default() };
                let frame = Frame::new(&thermograph, &drawing);
                assert!(frame.x(frame.lowest_value) <= drawing.width - MARGIN_RIGHT + 0.01, "{text}");
                assert!(frame.y(frame.lowest) <= drawing.height - MARGIN_BOTTOM + 0.01, "{text}");
                let lines = frame.lines(frame.lowest_value, frame.highest_value);
                assert!((2..=13).contains(&lines.len()), "{text}: {lines:?}");
                let svg = thermograph.draw(&drawing);
                assert!(svg.contains("<title>&lt;") && svg.ends_with("</svg>") && !svg.contains("NaN"));
                assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
            }
        }
    }
}
