//! Numbers of things, in words.

/// So many things, of which the plural is given: `1 stage`, `2 stages`.
pub fn counted(number: usize, things: &str) -> String {
    of_things(&number.to_string(), things)
}

/// The same of a number that is written already.
pub fn of_things(number: &str, things: &str) -> String {
    let (stem, ending) = match number {
        "1" => singular(things),
        _ => (things, ""),
    };
    [number, " ", stem, ending].concat()
}

/// One of several: its stem, and its ending.
fn singular(things: &str) -> (&str, &'static str) {
    if things == "indices" {
        return ("index", "");
    }
    match things.strip_suffix("ies") {
        Some(stem) => (stem, "y"),
        // Absent: a word without an ending is its own singular.
        None => (things.strip_suffix('s').unwrap_or(things), ""),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_thing_is_singular_and_any_other_number_plural() {
        let said = |number| ["tensor maps", "indices", "identities"].map(|things| counted(number, things));
        assert_eq!(said(1), ["1 tensor map", "1 index", "1 identity"]);
        assert_eq!(said(0), ["0 tensor maps", "0 indices", "0 identities"]);
        assert_eq!(said(21), ["21 tensor maps", "21 indices", "21 identities"]);
    }
}
