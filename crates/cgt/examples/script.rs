//! Runs a script of the language of games: `cargo run -p banmen-cgt --example script -- 'f(n) := {n|-n}; f(3).Thermograph'`.

use banmen_cgt::Session;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "Map(Range(1, 5), n -> Norton(n/2, ^))".to_owned());
    let mut session = Session::new();
    for object in session.run(&text)? {
        println!("{}", session.show(&object));
    }
    Ok(())
}
