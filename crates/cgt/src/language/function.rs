//! The functions that are built in.

use std::fmt;

macro_rules! functions {
    ($($name:ident($least:literal..=$most:literal), $help:literal;)*) => {
        /// A built-in function. Names are read in upper or lower case.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Function {
            $(#[doc = $help] $name,)*
        }

        impl Function {
            /// All of them.
            pub const ALL: &'static [Function] = &[$(Function::$name,)*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Function::$name => stringify!($name),)* }
            }

            /// What it does, in a line that begins with how it is called.
            pub const fn help(self) -> &'static str {
                match self { $(Function::$name => $help,)* }
            }

            /// The fewest and the most arguments.
            pub const fn arguments(self) -> (usize, usize) {
                match self { $(Function::$name => ($least, $most),)* }
            }
        }
    };
}

functions! {
    Tiny(1..=1), "`Tiny(x)` = `{0||0|-x}`.";
    Miny(1..=1), "`Miny(x)` = `{x|0||0}`.";
    Cool(2..=2), "`Cool(g, t)`: the game cooled by the number `t`.";
    Heat(2..=2), "`Heat(g, t)`: the game heated by the game `t`.";
    Overheat(3..=3), "`Overheat(g, s, t)`: the game overheated from `s` to `t`.";
    Freeze(1..=1), "`Freeze(g)`: the game cooled by its own temperature.";
    Mean(1..=1), "`Mean(g)`: the mean value.";
    Temperature(1..=1), "`Temperature(g)`: the temperature.";
    LeftStop(1..=1), "`LeftStop(g)`: the number at which play stops when Left begins.";
    RightStop(1..=1), "`RightStop(g)`: the number at which play stops when Right begins.";
    Stops(1..=1), "`Stops(g)`: the list of both stops.";
    Birthday(1..=1), "`Birthday(g)`: the height of the canonical form.";
    AtomicWeight(1..=1), "`AtomicWeight(g)`: the number of ups that `g` is worth from afar; an error if it has none.";
    Outcome(1..=1), "`Outcome(g)`: who wins, `\"L\"`, `\"R\"`, `\"N\"` or `\"P\"`.";
    CanonicalForm(1..=1), "`CanonicalForm(g)`: the value of a position; a game stays what it is.";
    Form(1..=1), "`Form(g)`: the canonical form as a list of named sub-games, as text.";
    LeftOptions(1..=1), "`LeftOptions(g)`: Left's options, of the canonical form or of a position.";
    RightOptions(1..=1), "`RightOptions(g)`: Right's options.";
    LeftIncentives(1..=1), "`LeftIncentives(g)`: what Left gains by each move, `gL - g`.";
    RightIncentives(1..=1), "`RightIncentives(g)`: what Right gains by each move, `g - gR`.";
    Incentives(1..=1), "`Incentives(g)`: the incentives of both players that none of the others exceeds.";
    ReducedForm(1..=1), "`ReducedForm(g)`: the simplest game that differs from `g` by an infinitesimal.";
    Norton(2..=2), "`Norton(g, u)`: the Norton product of `g` by the unit `u`, a game above 0.";
    Pow(2..=2), "`Pow(u, n)`: the n-th power `{0|H - (u + … + u^(n-1))}` of `u` = `{0|H}`; `^<n>` for ups.";
    PowTo(2..=2), "`PowTo(u, n)`: the sum of the first n powers; `^[n]` for ups.";
    RemoteStar(1..=1), "`RemoteStar(g)`: a nimber so large that none of its size occurs in `g`.";
    NimValue(1..=1), "`NimValue(g)`: the n of a game that is `*n`.";
    NimSum(2..=2), "`NimSum(a, b)`: the size of `*a + *b`.";
    NimProduct(2..=2), "`NimProduct(a, b)`: the product of the nimbers `*a` and `*b` in the field of nimbers.";
    Mex(1..=1), "`Mex(list)`: the least whole number from 0 on that is not in the list.";
    IsNumber(1..=1), "`IsNumber(g)`: whether the game is a number.";
    IsInteger(1..=1), "`IsInteger(g)`: whether the game is an integer.";
    IsInfinitesimal(1..=1), "`IsInfinitesimal(g)`: whether both stops are 0.";
    IsAllSmall(1..=1), "`IsAllSmall(g)`: whether in every sub-game either both players can move or neither can.";
    Thermograph(1..=1), "`Thermograph(g)`: the thermograph, which is shown as a drawing of characters.";
    Svg(1..=1), "`Svg(g)`: the thermograph as an SVG drawing, as text.";
    Tikz(1..=1), "`Tikz(g)`: the thermograph, or the position, as a TikZ picture, as text.";
    Latex(1..=1), "`Latex(g)`: the name for LaTeX's mathematics mode, as text.";
    Length(1..=1), "`Length(list)`: how many elements a list, or characters a text, has.";
    Range(2..=3), "`Range(a, b)` or `Range(a, b, step)`: the list of numbers from `a` to `b`.";
    Map(2..=2), "`Map(list, f)`: the list of `f(x)` for each `x` in the list.";
    Filter(2..=2), "`Filter(list, f)`: the elements for which `f(x)` holds.";
    Sum(1..=1), "`Sum(list)`: the sum of a list of games.";
    Distinct(1..=1), "`Distinct(list)`: the list with each of its elements once.";
    Contains(2..=2), "`Contains(list, x)`: whether `x` is in the list.";
    Max(2..=2), "`Max(a, b)`: the larger of two numbers.";
    Min(2..=2), "`Min(a, b)`: the smaller of two numbers.";
    Floor(1..=1), "`Floor(x)`: the greatest integer that is at most the number `x`.";
    Mod(2..=2), "`Mod(a, b)`: what is left of the integer `a` after dividing it by `b`.";
    Text(1..=1), "`Text(x)`: anything as text.";
    Print(0..=64), "`Print(x, …)`: shows things on one line.";
}

impl Function {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|function| function.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
