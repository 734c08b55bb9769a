//! "Did you mean": the word nearest to a mistyped one.

/// The candidate nearest to `word`, if it is near enough to be meant.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let most = 1 + word.len() / 4;
    candidates
        .filter(|c| c.len().abs_diff(word.len()) <= most)
        .map(|c| (distance(word, c), c))
        .filter(|&(d, _)| d <= most)
        .min_by_key(|&(d, c)| (d, c))
        .map(|(_, c)| c)
}

/// Levenshtein distance in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let cost = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant_or_nothing() {
        let ops = || ["addf", "addi", "mulf", "load_view_tko"].into_iter();
        assert_eq!(nearest("adf", ops()), Some("addf"));
        assert_eq!(nearest("load_view_tk", ops()), Some("load_view_tko"));
        assert_eq!(nearest("frobnicate", ops()), None);
    }
}
