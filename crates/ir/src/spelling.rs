//! "Did you mean": the word nearest to a mistyped one.

/// The candidate nearest to `word`, if it is near enough to be meant.
pub fn nearest<'c>(word: &str, candidates: impl Iterator<Item = &'c str>) -> Option<&'c str> {
    let most = 1 + word.len() / 4;
    // Of a single letter nothing but its case can be wrong.
    let fits = |c: &&str| word.len() > 1 || c.eq_ignore_ascii_case(word);
    candidates
        .filter(fits)
        .filter(|c| c.len().abs_diff(word.len()) <= most)
        .map(|c| (distance(word, c), c))
        .filter(|&(d, _)| d <= most)
        .min_by_key(|&(d, c)| (d, c))
        .map(|(_, c)| c)
}

/// Letters that are wrong, missing, too many, or in the place of their neighbour (optimal string alignment), in bytes.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let mut least = (row[j] + usize::from(a[i] != b[j]))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
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
        // Neighbours that are swapped are one mistake.
        assert_eq!(nearest("laod", ["add", "load", "abs"].into_iter()), Some("load"));
        assert_eq!(nearest("ab", ["ba"].into_iter()), Some("ba"));
        assert_eq!(nearest("a", ["B", "A"].into_iter()), Some("A"));
        assert_eq!(nearest("q", ["A", "n"].into_iter()), None);
    }
}
