//! Changes of a kernel in the form of a diff without line numbers.

/// A text with the lines of a diff changed.
///
/// Lines that start with a space or `-` are looked for from the last one found on, white space at their ends aside;
/// those with `-` are taken out, and those with `+` put in there.
///
/// # Errors
/// A line is not there, or starts otherwise.
pub fn edited(text: &str, diff: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    for change in diff.lines().filter(|line| !line.trim().is_empty()) {
        let (kind, wanted) = change.split_at(1);
        if kind == "+" {
            lines.insert(at, wanted);
            at += 1;
            continue;
        }
        if !matches!(kind, " " | "-") {
            return Err(format!("a line of a diff starts with ` `, `-` or `+`: `{change}`"));
        }
        let found = lines[at..].iter().position(|line| line.trim() == wanted.trim());
        let found = found.ok_or_else(|| format!("there is no line `{wanted}`"))?;
        at += found;
        if kind == "-" {
            lines.remove(at);
        } else {
            at += 1;
        }
    }
    Ok(lines.join("\n") + "\n")
}

/// The lines in which two texts differ, with `-` for those of the first and `+` for those of the second.
pub fn difference<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    // The number of lines that the rests of both texts have in common.
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = match old[i] == new[j] {
                true => common[i + 1][j + 1] + 1,
                false => common[i + 1][j].max(common[i][j + 1]),
            };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(('-', old[i]));
            i += 1;
        } else {
            lines.push(('+', new[j]));
            j += 1;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{difference, edited};

    #[test]
    fn a_difference_has_the_lines_that_are_not_in_both() {
        let lines = difference(&["a", "b", "c"], &["a", "x", "c", "d"]);
        assert_eq!(lines, [('-', "b"), ('+', "x"), ('+', "d")]);
        assert!(difference(&["a"], &["a"]).is_empty());
    }

    #[test]
    fn lines_are_replaced_where_they_are_found() {
        let text = "a\n  b\nc\nb\n";
        assert_eq!(edited(text, "-b\n+  x").unwrap(), "a\n  x\nc\nb\n");
        assert_eq!(edited(text, " c\n-b\n+x").unwrap(), "a\n  b\nc\nx\n");
        assert_eq!(edited(text, " a\n+x\n-b").unwrap(), "a\nx\nc\nb\n");
        assert!(edited(text, "-d").is_err());
        assert!(edited(text, " c\n-a").is_err());
        assert!(edited(text, "d").is_err());
    }
}
