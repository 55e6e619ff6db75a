//! `banmen konane thermograph`: a position's thermograph.

use std::path::{Path, PathBuf};

use banmen_cgt::Drawing;
use banmen_konane::tools::{self, DrawnThermograph, Halt, ThermographQuestion};
use clap::Args;

use super::{Position, Spending, Watch, ended};
use crate::output::{self, Failure};

/// Which position, and where to draw.
#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    position: Position,
    #[command(flatten)]
    spending: Spending,
    #[command(flatten)]
    drawing: To,
}

/// Where a thermograph goes.
#[derive(Args)]
pub struct To {
    /// Write the drawing to this file; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a TikZ picture to this file; `-` for standard output.
    #[arg(long, value_name = "FILE")]
    tikz: Option<PathBuf>,
    /// Draw with characters.
    #[arg(long)]
    sketch: bool,
    /// Greatest width of the drawing in pixels.
    #[arg(long, default_value_t = Drawing::default().width)]
    pub width: f64,
    /// Greatest height of the drawing in pixels.
    #[arg(long, default_value_t = Drawing::default().height)]
    pub height: f64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Only these fields of the JSON: mean,temperature.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "json")]
    fields: Vec<String>,
}

/// Draws the thermograph.
pub fn run(options: &Options) -> Result<(), Failure> {
    let question = ThermographQuestion {
        board: options.position.board()?,
        jumps: options.position.rule.jumps,
        width: options.drawing.width,
        height: options.drawing.height,
    };
    let mut watch = Watch::new("evaluating");
    let answer = tools::thermograph(&question, &options.spending.limits(), &mut |effort| watch.show(effort));
    watch.end();
    match answer {
        Ok(answer) => options.drawing.print(&answer),
        Err(halt) => {
            if let (Halt::Limit { partial, .. }, true) = (&halt, options.drawing.json) {
                output::json(partial)?;
            }
            Err(ended(&halt))
        }
    }
}

impl To {
    /// Writes the drawing where it was asked for, and the numbers to standard output.
    pub fn print(&self, answer: &DrawnThermograph) -> Result<(), Failure> {
        for (path, drawing) in [(&self.svg, &answer.svg), (&self.tikz, &answer.tikz)] {
            let Some(path) = path else { continue };
            if path == Path::new("-") {
                return output::line(drawing);
            }
            std::fs::write(path, drawing).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
        }
        if self.sketch {
            return output::line(&answer.sketch);
        }
        if self.json {
            return output::json_fields(answer, &self.fields);
        }
        let corners = |wall: &[[String; 2]]| {
            wall.iter().map(|[value, temperature]| format!("{value} at {temperature}")).collect::<Vec<_>>().join(", ")
        };
        output::line(format!(
            "mean          {}\ntemperature   {}\nleft wall     {}\nright wall    {}",
            answer.mean,
            answer.temperature,
            corners(&answer.walls.left),
            corners(&answer.walls.right)
        ))
    }
}
