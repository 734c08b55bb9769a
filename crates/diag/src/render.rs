//! Diagnostics drawn for a terminal.

use crate::{Diagnostic, Severity, Span};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// The longest line drawn; longer ones are cut around the place meant, so that a minified file stays readable.
const MAX_LINE: usize = 4096;

/// Draws `diagnostic` about `source`, which is called `name`, with colour if `colour`.
pub fn render(diagnostic: &Diagnostic, name: &str, source: &str, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(&diagnostic.message).id(&*diagnostic.code);
    let mut group = match diagnostic.span {
        Some(span) if is_drawable(source, span) => {
            let mut snippet = Snippet::source(source)
                .path(name)
                .annotation(AnnotationKind::Primary.span(clamp(source, span)));
            for label in &diagnostic.labels {
                if is_drawable(source, label.span) {
                    let range = clamp(source, label.span);
                    snippet = snippet.annotation(AnnotationKind::Context.span(range).label(&label.message));
                }
            }
            Group::with_title(title).element(snippet)
        }
        Some(span) => {
            let place = crate::LineIndex::new(source).line_column(source, span.start);
            Group::with_title(title).element(Level::NOTE.message(format!("at {name}:{}:{}", place.line, place.column)))
        }
        None => Group::with_title(title).element(Level::NOTE.message(format!("in {name}"))),
    };
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The range of `span` within `source`, on character boundaries.
fn clamp(source: &str, span: Span) -> std::ops::Range<usize> {
    let floor = |mut at: usize| {
        at = at.min(source.len());
        while !source.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    floor(span.start as usize)..floor(span.end as usize)
}

/// Whether the line of `span` is short enough to be shown.
fn is_drawable(source: &str, span: Span) -> bool {
    let range = clamp(source, span);
    let start = source[..range.start].rfind('\n').map_or(0, |i| i + 1);
    let end = source[range.end..].find('\n').map_or(source.len(), |i| range.end + i);
    end - start <= MAX_LINE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_where_what_why_and_what_to_do() {
        let source = "entry @k() {\n  %0 = addq %a\n}\n";
        let diagnostic = Diagnostic::error("parse", Some(Span::new(20, 24)), "unknown op `addq`")
            .with_note("there is no such op")
            .with_help("did you mean `addf`?");
        let text = render(&diagnostic, "k.mlir", source, false);
        for part in [
            "error[parse]: unknown op `addq`",
            "k.mlir:2:8",
            "^^^^",
            "note: there is no such op",
            "did you mean `addf`?",
        ] {
            assert!(text.contains(part), "{part} is missing from\n{text}");
        }
    }

    #[test]
    fn survives_spans_outside_the_text() {
        let diagnostic = Diagnostic::error("x", Some(Span::new(90, 99)), "m");
        assert!(render(&diagnostic, "é", "é", false).contains("error[x]: m"));
        let long = "x".repeat(10_000);
        assert!(render(&diagnostic, "f", &long, false).contains("f:1:91"));
    }
}
