//! Source text, spans and diagnostics as data, with a renderer for the terminal.
