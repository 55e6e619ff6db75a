//! A plot of an experiment.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// What a plot shows.
pub struct Plot<'a> {
    /// Above it.
    pub title: &'a str,
    /// Beside the vertical axis.
    pub quantity: &'a str,
    /// Size and quantity of each board, in order.
    pub points: Vec<(f64, f64)>,
    /// Whether the vertical axis is logarithmic.
    pub logarithmic: bool,
}

/// Width and height in pixels.
const SIZE: (u32, u32) = (860, 520);

impl Plot<'_> {
    /// Draws into an SVG file.
    pub fn draw(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let visible = |&(_, y): &(f64, f64)| y.is_finite() && (!self.logarithmic || y > 0.0);
        let points: Vec<(f64, f64)> = self.points.iter().copied().filter(visible).collect();
        let root = SVGBackend::new(path, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let range = |pick: fn(&(f64, f64)) -> f64| {
            let (low, high) = points
                .iter()
                .map(pick)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
            if low.is_finite() { (low, high) } else { (0.0, 1.0) }
        };
        let ((left, right), (low, high)) = (range(|point| point.0), range(|point| point.1));
        let x = left - 0.5..right + 0.5;
        let mut builder = ChartBuilder::on(&root);
        builder.caption(self.title, ("sans-serif", 20)).margin(16).x_label_area_size(44).y_label_area_size(96);
        macro_rules! fill {
            ($chart:expr) => {{
                let mut chart = $chart;
                chart
                    .configure_mesh()
                    .x_desc("n")
                    .y_desc(self.quantity)
                    .x_label_formatter(&|x| format!("{x:.0}"))
                    .y_label_formatter(&|y| short(*y))
                    .draw()?;
                chart.draw_series(LineSeries::new(points.iter().copied(), BLUE.stroke_width(2)))?;
                chart.draw_series(points.iter().map(|&point| Circle::new(point, 4, BLUE.filled())))?;
            }};
        }
        if self.logarithmic {
            fill!(builder.build_cartesian_2d(x, (low / 2.0..high * 2.0).log_scale())?);
        } else {
            let border = ((high - low) / 20.0).max(high.abs().max(1.0) / 1000.0);
            fill!(builder.build_cartesian_2d(x, low - border..high + border)?);
        }
        root.present()?;
        Ok(())
    }
}

/// A number short enough for an axis.
fn short(number: f64) -> String {
    if number != 0.0 && (number.abs() >= 1e6 || number.abs() < 1e-3) {
        format!("{number:.1e}")
    } else if number.fract() == 0.0 {
        format!("{number:.0}")
    } else {
        format!("{number:.2}")
    }
}
