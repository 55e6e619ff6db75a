use crate::value::NumberUpStar;

/// The smallest thing that means something.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    Literal(NumberUpStar),
    /// `^<n>` (an up to the n-th) or `^[n]` (the sum of the first n of these); negative for downs.
    Power {
        n: u32,
        sum: bool,
        down: bool,
    },
    /// A whole number that multiplies what follows.
    Multiple(i64),
    Text(String),
    Name(String),
    Keyword(Keyword),
    /// `⧾`
    Tiny,
    /// `⧿`
    Miny,
    Plus,
    Minus,
    PlusMinus,
    Times,
    Divide,
    Colon,
    Comma,
    Dot,
    /// `:=`
    Assign,
    /// `->`
    Arrow,
    Bars(usize),
    Open(char),
    Close(char),
    Relation(Relation),
    Semicolon,
    Newline,
    Unknown(char),
    End,
}

/// A comparison of two values.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`
    LessOrEqual,
    /// `>=`
    GreaterOrEqual,
    /// `=`
    Equal,
    /// `!=`
    Different,
    /// `||` or `<>`: neither is at most the other.
    Confused,
    /// `<|`: less or confused.
    LessOrConfused,
    /// `|>`: greater or confused.
    GreaterOrConfused,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    If,
    Then,
    Elseif,
    Else,
    For,
    In,
    From,
    To,
    By,
    While,
    Do,
    Begin,
    End,
    And,
    Or,
    Not,
    True,
    False,
    Return,
}

impl Keyword {
    pub(crate) const ALL: [(&'static str, Keyword); 19] = [
        ("if", Keyword::If),
        ("then", Keyword::Then),
        ("elseif", Keyword::Elseif),
        ("else", Keyword::Else),
        ("for", Keyword::For),
        ("in", Keyword::In),
        ("from", Keyword::From),
        ("to", Keyword::To),
        ("by", Keyword::By),
        ("while", Keyword::While),
        ("do", Keyword::Do),
        ("begin", Keyword::Begin),
        ("end", Keyword::End),
        ("and", Keyword::And),
        ("or", Keyword::Or),
        ("not", Keyword::Not),
        ("true", Keyword::True),
        ("false", Keyword::False),
        ("return", Keyword::Return),
    ];

    pub(super) fn named(word: &str) -> Option<Keyword> {
        Keyword::ALL.into_iter().find(|(name, _)| *name == word).map(|(_, keyword)| keyword)
    }
}

/// A token and the byte where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Placed {
    pub(crate) token: Token,
    pub(crate) at: usize,
}
