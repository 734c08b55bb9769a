//! The seeded source of every choice that hardware leaves open.

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014). Seed 0 makes no choice at random: a plain, repeatable order.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
    pub plain: bool,
}

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng {
            state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            plain: seed == 0,
        }
    }

    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 in plain order.
    pub fn below(&mut self, n: u64) -> u64 {
        if self.plain || n == 0 { 0 } else { self.next() % n }
    }

    /// One chance in `n`; never in plain order.
    pub fn one_in(&mut self, n: u64) -> bool {
        !self.plain && self.next().is_multiple_of(n)
    }

    /// Instructions until asynchronous work completes: `usual` in plain order, else anything from at once to very late.
    pub fn latency(&mut self, usual: u64) -> u64 {
        if self.plain {
            return usual;
        }
        match self.next() % 4 {
            0 => self.next() % 8,
            1 | 2 => self.next() % (2 * usual + 1),
            _ => self.next() % (16 * usual + 1),
        }
    }
}
