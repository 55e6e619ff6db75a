//! The reliability curve as a picture.

use std::fmt::Write;

use super::curve::Bin;

const SIDE: f64 = 320.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 16.0;
const BELOW: f64 = 48.0;

/// What was said to the right, what came of it upwards, with bars of two standard errors; the diagonal is what it should be.
pub fn draw(curve: &[Bin]) -> String {
    let x = |share: f64| LEFT + share * SIDE;
    let y = |share: f64| TOP + (1.0 - share) * SIDE;
    let (width, height) = (LEFT + SIDE + TOP, TOP + SIDE + BELOW);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>Chances said by the engine, and games won</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#faf6ee\"/>\n"
    );
    for tenth in 0..=10 {
        let share = f64::from(tenth) / 10.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{:.0} {TOP}V{:.0}M{LEFT} {:.0}H{:.0}\" stroke=\"#221c15\" stroke-opacity=\"0.12\"/>",
            x(share),
            y(0.0),
            y(share),
            x(1.0)
        );
        if tenth % 2 == 0 {
            let percent = 10 * tenth;
            let _ = writeln!(
                svg,
                "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{percent} %</text>\
                 <text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{percent} %</text>",
                x(share),
                y(0.0) + 16.0,
                LEFT - 6.0,
                y(share) + 4.0
            );
        }
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{:.0} {:.0}L{:.0} {:.0}\" stroke=\"#221c15\" stroke-dasharray=\"4 4\"/>",
        x(0.0),
        y(0.0),
        x(1.0),
        y(1.0)
    );
    let mut path = String::new();
    for (index, bin) in curve.iter().enumerate() {
        let _ = write!(path, "{}{:.1} {:.1}", if index == 0 { 'M' } else { 'L' }, x(bin.said), y(bin.got));
        let (low, high) = ((bin.got - 2.0 * bin.error).max(0.0), (bin.got + 2.0 * bin.error).min(1.0));
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {:.1}V{:.1}\" stroke=\"#2f4b7c\" stroke-width=\"2\" stroke-opacity=\"0.5\"/>\
             <circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"#2f4b7c\"/>",
            x(bin.said),
            y(low),
            y(high),
            x(bin.said),
            y(bin.got)
        );
    }
    let _ = writeln!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"#2f4b7c\" stroke-width=\"1.5\"/>");
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">chance said</text>\
         <text transform=\"translate(14 {:.0}) rotate(-90)\" text-anchor=\"middle\">won</text>\n</svg>",
        x(0.5),
        height - 10.0,
        y(0.5)
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_is_a_point_of_the_picture() {
        let bin = |said, got| Bin { said, got, error: 0.01, count: 10 };
        let svg = draw(&[bin(0.25, 0.2), bin(0.75, 0.8)]);
        assert_eq!(svg.matches("<circle").count(), 2);
        assert!(svg.contains("cx=\"132.0\" cy=\"272.0\""), "{svg}");
        assert!(svg.ends_with("</svg>\n"));
    }
}
