//! The parser: text to tree. It accepts what the table in `opcode.rs` and the forms in `tree.rs` can hold, and refuses
//! the rest by line and column: vector registers, textures.

mod body;
mod module;
mod operand;

use crate::error::Error;
use crate::lex::{Kind, Token, lex, line_starts, pos_of};
use crate::source_map::{Pos, SourceMap};
use crate::tree::Module;

/// A parsed module.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The tree.
    pub module: Module,
    /// Where each statement stood.
    pub map: SourceMap,
}

/// Parses PTX text.
///
/// # Errors
/// The first thing that is not PTX, or is PTX that the tree does not hold, with line and column.
pub fn parse(text: &str) -> Result<Parsed, Error> {
    if text.len() > MAX_TEXT {
        return Err(Error::new(
            Pos { line: 1, col: 1 },
            "the text is longer than 64 MiB",
            "split the module",
        ));
    }
    let starts = line_starts(text);
    let tokens = lex(text, &starts)?;
    Parser {
        text,
        starts,
        tokens,
        at: 0,
        map: SourceMap::default(),
    }
    .module()
}

/// Texts above this many bytes are refused before any work.
const MAX_TEXT: usize = 64 << 20;

struct Parser<'a> {
    text: &'a str,
    starts: Vec<u32>,
    tokens: Vec<Token>,
    at: usize,
    map: SourceMap,
}

impl<'a> Parser<'a> {
    fn token(&self, ahead: usize) -> Token {
        let end = Token {
            kind: Kind::End,
            start: self.text.len() as u32,
            end: self.text.len() as u32,
        };
        self.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    fn peek(&self) -> Kind {
        self.token(0).kind
    }

    /// Text of the token `ahead` of the next.
    fn text_at(&self, ahead: usize) -> &'a str {
        let t = self.token(ahead);
        self.text.get(t.start as usize..t.end as usize).unwrap_or("")
    }

    fn pos(&self) -> Pos {
        pos_of(self.text, &self.starts, self.token(0).start)
    }

    fn error(
        &self,
        message: impl Into<std::borrow::Cow<'static, str>>,
        help: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Error {
        Error::new(self.pos(), message, help)
    }

    /// The token that stands here, for messages.
    fn found(&self) -> String {
        match self.peek() {
            Kind::End => "the end of the text".to_string(),
            _ => format!("`{}`", self.text_at(0).chars().take(40).collect::<String>()),
        }
    }

    fn is(&self, punct: u8) -> bool {
        self.peek() == Kind::Punct(punct)
    }

    fn eat(&mut self, punct: u8) -> bool {
        let yes = self.is(punct);
        self.at += usize::from(yes);
        yes
    }

    fn expect(&mut self, punct: u8) -> Result<(), Error> {
        if self.eat(punct) {
            return Ok(());
        }
        Err(self.error(format!("expected `{}`, found {}", punct as char, self.found()), ""))
    }

    /// Is the next token the dotted word `word`?
    fn is_dot(&self, word: &str) -> bool {
        self.peek() == Kind::Dot && self.text_at(0).get(1..) == Some(word)
    }

    fn eat_dot(&mut self, word: &str) -> bool {
        let yes = self.is_dot(word);
        self.at += usize::from(yes);
        yes
    }

    fn ident(&mut self, what: &str) -> Result<&'a str, Error> {
        if self.peek() != Kind::Ident {
            return Err(self.error(format!("expected {what}, found {}", self.found()), ""));
        }
        let text = self.text_at(0);
        self.at += 1;
        Ok(text)
    }

    fn string(&mut self) -> Result<&'a str, Error> {
        if self.peek() != Kind::Str {
            return Err(self.error(format!("expected a string, found {}", self.found()), ""));
        }
        let text = self.text_at(0);
        self.at += 1;
        Ok(text.get(1..text.len() - 1).unwrap_or(""))
    }

    /// An unsigned integer that fits `u32`.
    fn u32(&mut self, what: &str) -> Result<u32, Error> {
        let error = self.error(
            format!("expected {what}, found {}", self.found()),
            "a number from 0 to 4294967295",
        );
        match self.number() {
            Ok(crate::Imm::Int(v)) => u32::try_from(v).map_err(|_| error),
            _ => Err(error),
        }
    }
}
