//! Every example of the tutorial, run.

use banmen_cgt::Session;
use banmen_core::Limits;
use banmen_konane::tools::Desks;

#[test]
fn the_tutorial_tells_the_truth() {
    let text = include_str!("../../../docs/cgt-language.md");
    let mut session = Session::new();
    Desks::open(&mut session, &Limits::none());
    let mut examples = 0;
    for block in text.split("```cgt\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()) {
        let mut lines = block.lines().peekable();
        while let Some(line) = lines.next() {
            let input = line.strip_prefix("> ").unwrap_or_else(|| panic!("{line:?} belongs to no input"));
            let mut expected = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("> ")) {
                expected.push(line.to_owned());
            }
            let mut shown = match session.run(input) {
                Ok(objects) => objects.iter().map(|object| session.show(object)).collect::<Vec<_>>(),
                Err(error) => vec![error.to_string()],
            };
            shown.retain(|line| !line.is_empty());
            assert_eq!(shown, expected, "{input}");
            examples += 1;
        }
    }
    assert!(examples > 50, "{examples}");
}
