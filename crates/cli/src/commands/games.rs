//! `banmen games`: what there is to play.

use std::fmt::Write;

use banmen_core::{GameInfo, RuleKind};
use clap::Args;

use crate::output::{self, Failure};

/// Which games, and how to print them.
#[derive(Args)]
pub struct Options {
    /// Only this game.
    game: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Lists the catalogue.
pub fn run(options: Options) -> Result<(), Failure> {
    let infos: Vec<&GameInfo> = match &options.game {
        Some(id) => vec![banmen_catalog::find(id).map_err(Failure::input)?.info()],
        None => banmen_catalog::games().iter().map(banmen_catalog::Entry::info).collect(),
    };
    if options.json {
        return output::json(&infos);
    }
    let mut text = String::new();
    for info in infos {
        describe(info, &mut text);
    }
    output::line(text.trim_end())
}

fn describe(info: &GameInfo, text: &mut String) {
    let levels: Vec<&str> = info.levels.iter().map(|level| level.id).collect();
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{} ({})\n  levels: {}", info.id, info.name, levels.join(", "));
    for field in &info.rules {
        let allowed = match &field.kind {
            RuleKind::Number { min, max, .. } => format!("{min} to {max}"),
            RuleKind::Choice { options } => options.join(", "),
            RuleKind::Flag => "true, false".to_owned(),
            RuleKind::Numbers { min, max, .. } => format!("a list of numbers, {min} to {max}"),
            RuleKind::Text { longest } => format!("text of up to {longest} characters"),
        };
        let default = &info.default_rules[field.key];
        let _ = writeln!(text, "  {}: {allowed} (default {default})", field.key);
    }
    for preset in &info.presets {
        let _ = writeln!(text, "  preset {}: {}", preset.id, preset.rules);
    }
    text.push('\n');
}
