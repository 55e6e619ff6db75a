//! Prints what is known about the value of an expression and, if a file is named, draws its thermograph there:
//! `cargo run -p banmen-cgt --example thermograph -- '{3/2*|0||-2|-3}' drawing.svg`.

use banmen_cgt::{Arena, Drawing, Notation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().ok_or("expected an expression such as '{3/2*|0||-2|-3}'")?;
    let mut arena = Arena::new();
    let v = arena.value(&text)?;
    println!("value        {}", arena.name(v, Notation::Unicode));
    println!("outcome      {}", arena.outcome(v));
    println!("stops        {} and {}", arena.left_stop(v), arena.right_stop(v));
    println!("mean         {}", arena.mean(v));
    println!("temperature  {}", arena.temperature(v));
    println!("birthday     {}", arena.birthday(v));
    match arena.atomic_weight(v) {
        Some(weight) => println!("atomic weight {}", arena.name(weight, Notation::Unicode)),
        None => println!("no atomic weight"),
    }
    if let Some(file) = arguments.next() {
        let drawing = Drawing { title: format!("Thermograph of {text}"), ..Drawing::default() };
        std::fs::write(file, arena.thermograph(v).draw(&drawing))?;
    }
    Ok(())
}
