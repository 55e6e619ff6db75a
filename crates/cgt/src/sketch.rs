//! Thermographs drawn with characters, and for LaTeX.

use std::fmt::Write;

use crate::dyadic::Dyadic;
use crate::thermograph::{Corner, Thermograph};

/// How far the mast goes on above the point where the walls meet, as a share of the height below it.
const MAST: f64 = 0.3;

/// Left's wall, Right's wall and the mast of a thermograph.
struct Room {
    highest_value: f64,
    lowest_value: f64,
    bottom: Dyadic,
    top: f64,
}

impl Room {
    fn of(thermograph: &Thermograph) -> Room {
        let foot = thermograph.temperature();
        let bottom = if foot.signum() > 0 { Dyadic::ZERO } else { Dyadic::integer(-1) };
        let corners = thermograph.left_wall().iter().chain(thermograph.right_wall());
        let above = corners.filter(|corner| corner.temperature >= bottom).map(|corner| corner.value.to_f64());
        let ends = [thermograph.left_at(bottom), thermograph.right_at(bottom), thermograph.mean()].map(Dyadic::to_f64);
        let values: Vec<f64> = above.chain(ends).collect();
        let highest_value = values.iter().copied().fold(f64::MIN, f64::max);
        let lowest_value = values.iter().copied().fold(f64::MAX, f64::min);
        let height = (foot - bottom).to_f64().max(0.5);
        Room { highest_value, lowest_value, bottom, top: bottom.to_f64() + height * (1.0 + MAST) }
    }
}

impl Thermograph {
    /// A drawing of characters with at most this many columns and lines: values fall from left to right, temperature rises. The
    /// scales of the two axes differ.
    ///
    /// ```
    /// use banmen_cgt::Arena;
    /// let mut arena = Arena::new();
    /// let v = arena.value("{3|-1}").unwrap();
    /// let drawing = arena.thermograph(v).sketch(40, 10);
    /// assert!(drawing.contains("mean 1, temperature 2"));
    /// ```
    pub fn sketch(&self, width: usize, height: usize) -> String {
        let room = Room::of(self);
        let (width, height) = (width.clamp(20, 400), height.clamp(5, 200));
        const LABEL: usize = 8;
        let across = width - LABEL - 2;
        let spread = (room.highest_value - room.lowest_value).max(f64::MIN_POSITIVE);
        let column = |value: f64| {
            let share = (room.highest_value - value) / spread;
            (share.clamp(0.0, 1.0) * (across - 1) as f64).round() as usize
        };
        let bottom = room.bottom.to_f64();
        let step = (room.top - bottom) / (height - 1) as f64;
        let foot = self.temperature().to_f64();
        let mut lines: Vec<String> = Vec::with_capacity(height + 2);
        for row in (0..height).rev() {
            let t = bottom + row as f64 * step;
            let mut line = vec![' '; across];
            if t >= foot {
                line[column(self.mean().to_f64())] = '|';
            } else {
                for wall in [self.left_wall(), self.right_wall()] {
                    let here = column(wall_at(wall, t));
                    let above = column(wall_at(wall, (t + step).min(foot)));
                    line[here] = match here.cmp(&above) {
                        std::cmp::Ordering::Equal => '|',
                        std::cmp::Ordering::Less => '/',
                        std::cmp::Ordering::Greater => '\\',
                    };
                }
            }
            // Each quarter of the height, and the bottom, have their temperature written beside them.
            let label = if row % (height / 4).max(1) == 0 { format!("{t:>7.2} ") } else { " ".repeat(LABEL) };
            lines.push(format!("{label}|{}", line.into_iter().collect::<String>()).trim_end().to_owned());
        }
        lines.push(format!("{}+{}", " ".repeat(LABEL), "-".repeat(across)));
        let (high, low) = (format!("{:.2}", room.highest_value), format!("{:.2}", room.lowest_value));
        let gap = across.saturating_sub(high.len() + low.len());
        lines.push(format!("{} {high}{}{low}", " ".repeat(LABEL), " ".repeat(gap)));
        lines.push(format!("mean {}, temperature {}", self.mean(), self.temperature()));
        lines.join("\n")
    }

    /// A TikZ picture with the same scale on both axes, temperature upwards, values falling from left to right.
    ///
    /// ```
    /// use banmen_cgt::Arena;
    /// let mut arena = Arena::new();
    /// let v = arena.value("{3|-1}").unwrap();
    /// assert!(arena.thermograph(v).tikz().contains("\\draw[thick] (-3,0) -- (-1,2) -- (-1,2.6);"));
    /// ```
    pub fn tikz(&self) -> String {
        let room = Room::of(self);
        let mut out = String::from("\\begin{tikzpicture}\n");
        let bottom = room.bottom.to_f64();
        let write = |out: &mut String, line: std::fmt::Arguments<'_>| {
            out.write_fmt(line).expect("a string takes everything");
        };
        write(
            &mut out,
            format_args!(
                "  \\draw[->] ({},{bottom}) -- ({},{bottom});\n",
                -room.highest_value - 0.5,
                -room.lowest_value + 0.5
            ),
        );
        write(
            &mut out,
            format_args!(
                "  \\draw[->] ({0},{bottom}) -- ({0},{1});\n",
                -room.highest_value - 0.5,
                rounded(room.top + 0.2)
            ),
        );
        for wall in [self.left_wall(), self.right_wall()] {
            let corner = |value: f64, t: f64| format!("({},{})", -value, rounded(t));
            let mut points = vec![corner(wall_at(wall, bottom), bottom)];
            let above = wall.iter().filter(|corner| corner.temperature > room.bottom);
            points.extend(above.map(|c| corner(c.value.to_f64(), c.temperature.to_f64())));
            points.push(corner(self.mean().to_f64(), room.top));
            write(&mut out, format_args!("  \\draw[thick] {};\n", points.join(" -- ")));
        }
        let mut labelled: Vec<Dyadic> = vec![self.left_at(room.bottom), self.right_at(room.bottom), self.mean()];
        labelled.sort_unstable();
        labelled.dedup();
        for value in labelled {
            write(&mut out, format_args!("  \\node[below] at ({},{bottom}) {{${value}$}};\n", -value.to_f64()));
        }
        let foot = self.temperature();
        if foot > room.bottom {
            let x = -room.highest_value - 0.5;
            write(&mut out, format_args!("  \\node[left] at ({x},{}) {{${foot}$}};\n", foot.to_f64()));
        }
        out.push_str("\\end{tikzpicture}");
        out
    }
}

/// Six decimals are finer than any printer.
fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

/// A wall at a temperature, for drawing.
fn wall_at(wall: &[Corner], t: f64) -> f64 {
    let mut before = &wall[0];
    for corner in wall {
        let temperature = corner.temperature.to_f64();
        if temperature >= t {
            let span = temperature - before.temperature.to_f64();
            if span <= 0.0 {
                return corner.value.to_f64();
            }
            let share = (t - before.temperature.to_f64()) / span;
            return before.value.to_f64() + share * (corner.value - before.value).to_f64();
        }
        before = corner;
    }
    before.value.to_f64()
}
