//! The arrays of a kernel that was written in Python: its entry takes the address, the sizes and the strides of each, and
//! its symbol says which of these are known.

use tilewright_ir::types::DYNAMIC;

/// The dimensions of an array, as a symbol has them: sizes and strides, [`DYNAMIC`] where they are not known.
pub(super) type Known = (Vec<i64>, Vec<i64>);

/// The mark between the name of a kernel and its signature.
const MARK: &str = "_Kt";

/// The arrays in the symbol of an entry, in order; none of a symbol of another kind, or with lists.
pub(super) fn of_symbol(symbol: &str) -> Vec<Known> {
    let mut arrays: Vec<Known> = Vec::new();
    let mut open = false;
    let parts = symbol.rfind(MARK).map(|at| symbol[at + MARK.len()..].split('_'));
    for part in parts.into_iter().flatten().skip(1) {
        if let Some(array) = part.strip_prefix('A') {
            let digits = array.len() - array.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            // Absent: no array of the convention.
            let rank = array[..digits].parse().unwrap_or(0).min(64);
            arrays.push((vec![DYNAMIC; rank], vec![DYNAMIC; rank]));
            open = true;
            continue;
        }
        let facts = part.trim_start_matches(|c: char| c.is_ascii_digit() || ('a'..='f').contains(&c));
        let mask = u64::from_str_radix(&part[..part.len() - facts.len()], 16);
        let (true, Ok(mask), Some((sizes, strides))) = (open, mask, arrays.last_mut()) else {
            open = false;
            continue;
        };
        let set = |list: &mut [i64], letter: char| {
            let number = facts.split(letter).nth(1).map(|text| {
                let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                text[..digits].parse()
            });
            if let Some(Ok(number)) = number {
                let dims = list.iter_mut().enumerate();
                dims.filter(|(dim, _)| mask >> dim & 1 == 1)
                    .for_each(|(_, known)| *known = number);
            }
        };
        set(sizes, 's');
        set(strides, 't');
    }
    arrays
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_tells_the_static_sizes_and_strides_of_its_arrays() {
        let d = DYNAMIC;
        assert_eq!(
            of_symbol("a_A2_Kt2_A2bf16_1v8l0_2i16t1_p16_I_5_A1i32_1s16t1_p16_Si32_A3f32_3l0_4s7t1_p16g0iw"),
            [
                (vec![d, d], vec![d, 1]),
                (vec![16], vec![1]),
                (vec![d, d, 7], vec![d, d, 1])
            ]
        );
    }

    #[test]
    fn another_name_tells_nothing() {
        assert_eq!(of_symbol("matmul"), []);
        assert_eq!(of_symbol("a_A2f32_1s3"), []);
        assert_eq!(of_symbol("f_Kt"), []);
    }
}
