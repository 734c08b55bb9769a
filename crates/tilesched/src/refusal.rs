//! Refusals: which input broke which rule, and the nearest value that would be legal.

use serde::Serialize;

/// A bad input, as data. The text is made by `Display`, at the edge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SchedulerRefusal {
    /// The input's name, as the user wrote it (`cluster`, `num_workers`, ...).
    pub field: String,
    /// The value that was given.
    pub value: String,
    /// The rule it breaks.
    pub rule: String,
    /// The nearest legal value, where one exists.
    pub nearest: Option<String>,
}

impl SchedulerRefusal {
    /// A refusal of `value` for `field` under `rule`.
    pub fn new(field: &str, value: impl ToString, rule: impl Into<String>) -> Self {
        Self {
            field: field.to_string(),
            value: value.to_string(),
            rule: rule.into(),
            nearest: None,
        }
    }

    /// Adds the nearest legal value.
    pub fn nearest(mut self, value: impl ToString) -> Self {
        self.nearest = Some(value.to_string());
        self
    }
}

impl std::fmt::Display for SchedulerRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is {}: {}", self.field, self.value, self.rule)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; the nearest legal value is {nearest}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SchedulerRefusal {}

/// The largest count a scheduler handles. Linear ids are 31-bit everywhere: CUDA's grid x limit is 2^31 - 1, generated
/// code does its arithmetic in 32-bit registers, and [`crate::divisor::FastDivisor`] is exact below 2^31.
pub const MAX_COUNT: u64 = (1 << 31) - 1;

/// A size that must be at least 1 and at most [`MAX_COUNT`].
pub fn positive(field: &str, value: i64) -> Result<u32, SchedulerRefusal> {
    if value < 1 {
        return Err(SchedulerRefusal::new(field, value, "sizes and counts must be at least 1").nearest(1));
    }
    if value as u64 > MAX_COUNT {
        return Err(SchedulerRefusal::new(field, value, "counts must fit in 31 bits").nearest(MAX_COUNT));
    }
    Ok(value as u32)
}

/// A product of counts that must stay within [`MAX_COUNT`].
pub fn count_product(field: &str, factors: &[u64]) -> Result<u32, SchedulerRefusal> {
    let mut product: u128 = 1;
    for &factor in factors {
        product = product.saturating_mul(factor as u128);
    }
    if product > MAX_COUNT as u128 {
        let text = factors.iter().map(u64::to_string).collect::<Vec<_>>().join(" x ");
        return Err(
            SchedulerRefusal::new(field, text, "the product must fit in 31 bits, as linear ids do").nearest(MAX_COUNT),
        );
    }
    Ok(product as u32)
}

/// A byte count that must fit in 64 bits.
pub fn bytes_product(field: &str, factors: &[u64]) -> Result<u64, SchedulerRefusal> {
    let mut product: u64 = 1;
    for &factor in factors {
        product = product.checked_mul(factor).ok_or_else(|| {
            let text = factors.iter().map(u64::to_string).collect::<Vec<_>>().join(" x ");
            SchedulerRefusal::new(field, text, "workspace sizes must fit in 64 bits").nearest(u64::MAX)
        })?;
    }
    Ok(product)
}

/// `a` rounded up to a multiple of `b`, refused beyond 64 bits.
pub fn align_up(field: &str, a: u64, b: u64) -> Result<u64, SchedulerRefusal> {
    a.checked_next_multiple_of(b)
        .ok_or_else(|| SchedulerRefusal::new(field, a, format!("aligned to {b} bytes it no longer fits in 64 bits")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_names_field_rule_and_nearest() {
        let refusal = positive("num_workers", 0).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "num_workers is 0: sizes and counts must be at least 1; the nearest legal value is 1"
        );
        assert!(positive("m", 1 << 31).is_err());
        assert_eq!(positive("m", (1 << 31) - 1), Ok((1 << 31) - 1));
    }

    #[test]
    fn products_saturate_into_refusals() {
        assert_eq!(count_product("tiles", &[1 << 16, 1 << 14]), Ok(1 << 30));
        assert!(count_product("tiles", &[u64::MAX, u64::MAX, u64::MAX]).is_err());
        assert!(bytes_product("workspace", &[1 << 40, 1 << 40]).is_err());
        assert!(align_up("workspace", u64::MAX, 128).is_err());
        assert_eq!(align_up("workspace", 129, 128), Ok(256));
    }
}
