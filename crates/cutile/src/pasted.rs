//! Texts that were copied with something around them: fences of Markdown, prompts of Python's shell, an indentation.

use crate::is_python;

/// The marks in front of the code in Python's shell.
const PROMPTS: [&str; 2] = [">>>", "..."];

/// The text without what is around the code, each byte of which stays where it is; none where that changes nothing.
pub(crate) fn bare(source: &str) -> Option<String> {
    let mut text = unmarked(source)?;
    dedent(&mut text);
    let text = String::from_utf8(text).ok()?;
    (text != source).then_some(text)
}

/// The text with spaces in place of fences, prompts, and the lines that have neither; none where such a line is code itself, and fences or
/// prompts are those of a docstring.
fn unmarked(source: &str) -> Option<Vec<u8>> {
    let is_fence = |line: &str| line.trim_start().starts_with("```");
    let is_prompt = |line: &str| PROMPTS.iter().any(|prompt| line.trim_start().starts_with(prompt));
    let is_fenced = source.lines().any(is_fence);
    let has_prompts = source.lines().any(|line| line.trim_start().starts_with(PROMPTS[0]));
    let mut is_inside = !is_fenced;
    let mut text = Vec::with_capacity(source.len());
    for line in source.split_inclusive('\n') {
        is_inside ^= is_fence(line);
        let is_code = is_inside && !is_fence(line) && (is_prompt(line) || !has_prompts);
        if !is_code && !is_fence(line) && is_python(line) {
            return None;
        }
        let start = match has_prompts {
            true => line.len() - line.trim_start().len() + PROMPTS[0].len(),
            false => 0,
        };
        let byte = |(at, byte): (usize, u8)| match byte.is_ascii_whitespace() || (is_code && at >= start) {
            true => byte,
            false => b' ',
        };
        text.extend(line.bytes().enumerate().map(byte));
    }
    Some(text)
}

/// Takes the indentation of the first line off all lines: it moves to the end of the line before.
fn dedent(text: &mut [u8]) {
    let mut depth = None;
    let mut at = 0;
    while at < text.len() {
        let line = text[at..].iter().take_while(|byte| **byte != b'\n');
        let blank = line.clone().take_while(|byte| byte.is_ascii_whitespace()).count();
        let end = at + line.count();
        // A line that goes on may have any indentation.
        let goes_on = text[..at].trim_ascii_end().ends_with(b"\\");
        if at + blank < end && !goes_on {
            let depth = *depth.get_or_insert(blank);
            if (1..=blank).contains(&depth) {
                if at > 0 {
                    text[at - 1] = b' ';
                }
                text[at + depth - 1] = b'\n';
            }
        }
        at = end + 1;
    }
}
