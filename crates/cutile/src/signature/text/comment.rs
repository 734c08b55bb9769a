//! Signatures in comments above a kernel.

use std::ops::Range;
use tilewright_ir::spelling::nearest;

/// The word that such a comment starts with, after the `#`.
const MARK: &str = "tilewright";

/// The characters of indentations, and of the prompts of Python's shell.
const BEFORE: [char; 6] = [' ', '\t', '\r', '\n', '>', '.'];

/// The longest comment that is written where there are several parameters.
const WIDTH: usize = 100;

/// Where the line starts that ends at a place, or goes on there.
fn line_start(source: &str, end: usize) -> usize {
    source[..end].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Where the line of a place starts.
fn first_line(source: &str, at: usize) -> usize {
    let mut places = (0..=at.min(source.len())).rev();
    line_start(source, places.find(|&i| source.is_char_boundary(i)).unwrap_or(0))
}

/// The lines above a place, the nearest first, with their line breaks.
fn lines_above(source: &str, at: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut end = first_line(source, at);
    std::iter::from_fn(move || {
        let start = line_start(source, end.checked_sub(1)?);
        let line = start..end;
        end = start;
        Some(line)
    })
}

/// Where the text of a signature is in a line, if the line is a comment with one. The mark may be misspelt, or lack its colon,
/// where what follows is a parameter: that would be a signature that nobody reads.
fn signature_in(source: &str, line: Range<usize>) -> Option<Range<usize>> {
    let text = source[line.clone()].trim_end();
    let comment = text.trim_start_matches(BEFORE).strip_prefix('#')?.trim_start();
    let word = comment.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, rest) = comment.split_at(word);
    let content = rest.strip_prefix(':').unwrap_or(rest);
    let is_mark = word == MARK && content.len() < rest.len();
    let end = line.start + text.len();
    (is_mark || is_meant(word) && names_parameter(content)).then_some(end - content.len()..end)
}

/// Whether a word is the mark but for its spelling.
fn is_meant(word: &str) -> bool {
    word.len() > 6 && nearest(&word.to_ascii_lowercase(), [MARK].into_iter()).is_some()
}

/// Whether a text starts as a parameter does: with a name and `=`.
fn names_parameter(text: &str) -> bool {
    let name = text.split_once('=').map_or("", |(name, _)| name.trim());
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The texts of the signature in the comments above a kernel, in order. `at` is in the line of the kernel's first
/// decorator; blank lines and other comments may be between. Those among the decorators count, too.
pub fn comments_above(source: &str, at: usize) -> Vec<Range<usize>> {
    let above = lines_above(source, at).take_while(|line| {
        let text = source[line.clone()].trim_start_matches(BEFORE);
        text.is_empty() || text.starts_with('#')
    });
    let mut found: Vec<Range<usize>> = above.filter_map(|line| signature_in(source, line)).collect();
    found.reverse();
    let mut start = first_line(source, at);
    if source[start..].trim_start_matches(BEFORE).starts_with('@') {
        for line in source[start..].split_inclusive('\n') {
            if line.trim_start().starts_with("def ") {
                break;
            }
            found.extend(signature_in(source, start..start + line.len()));
            start += line.len();
        }
    }
    found
}

/// The source with the items of a signature as the comment above the kernel at `at`, in place of any that is there.
pub fn with_comment(source: &str, at: usize, items: &[String]) -> String {
    let mut out = source.to_string();
    let place = lines_above(source, at).next().map_or(0, |line| line.end);
    let indent: String = source[place..]
        .chars()
        .take_while(|c| matches!(c, ' ' | '\t'))
        .collect();
    let line = |text: Range<usize>| {
        let end = source[text.end..]
            .find('\n')
            .map_or(source.len(), |newline| text.end + newline + 1);
        line_start(source, text.start)..end
    };
    let (above, among): (Vec<_>, Vec<_>) = comments_above(source, at)
        .into_iter()
        .rev()
        .map(line)
        .partition(|line| line.start < place);
    // From the end to the start, so that places stay what they are.
    among.into_iter().for_each(|line| out.replace_range(line, ""));
    out.insert_str(place, &comment_lines(items, &indent));
    above.into_iter().for_each(|line| out.replace_range(line, ""));
    out
}

/// Items as comments, as many to a line as fit.
fn comment_lines(items: &[String], indent: &str) -> String {
    let mut out = String::new();
    let mut width = 0;
    for item in items {
        if width == 0 || width + 2 + item.len() > WIDTH {
            if width > 0 {
                out.push('\n');
            }
            let start = format!("{indent}# {MARK}: ");
            width = start.len();
            out.push_str(&start);
        } else {
            out.push_str("; ");
            width += 2;
        }
        out.push_str(item);
        width += item.len();
    }
    if width > 0 {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signature::Signature;

    const SOURCE: &str = "import x\n# tilewright: old=i32\n\n  # GEMM\n  # tilewright: A=f16[?]; n=i32 \n  @ct.kernel\n  def k(): pass\n";

    #[test]
    fn comments_are_found_above_their_kernel() {
        let at = SOURCE.find("@ct").unwrap();
        let texts: Vec<&str> = comments_above(SOURCE, at).into_iter().map(|r| &SOURCE[r]).collect();
        assert_eq!(texts, [" old=i32", " A=f16[?]; n=i32"]);
        assert!(comments_above(SOURCE, 3).is_empty());
        assert!(comments_above("é", 1).is_empty());
        assert!(comments_above("", 7).is_empty());
        let separate = "# tilewright: n=i32\nx = 1\n@ct.kernel";
        assert!(comments_above(separate, separate.len()).is_empty());
    }

    #[test]
    fn a_comment_is_replaced() {
        let at = SOURCE.find("@ct").unwrap();
        let signature = Signature::from_symbol("k_Kt1_I4_Sf32", "k").unwrap();
        let replaced = "import x\n\n  # GEMM\n  # tilewright: a=4; b=f32\n  @ct.kernel\n  def k(): pass\n";
        assert_eq!(with_comment(SOURCE, at, &signature.to_items(&["a", "b"])), replaced);
        assert_eq!(
            with_comment("@k", 0, &signature.to_items(&["a", "b"])),
            "# tilewright: a=4; b=f32\n@k"
        );
        let nothing = Signature::from_symbol("k_Kt1", "k").unwrap();
        assert_eq!(with_comment("@k", 0, &nothing.to_items(&[])), "@k");
        let many = vec!["12345678".to_string(); 15];
        assert_eq!(comment_lines(&many, "").lines().count(), 2);
    }
}
