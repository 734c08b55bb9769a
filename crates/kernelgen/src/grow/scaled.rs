//! Matrix products of small floats with scales.

use super::Grower;
use crate::plan::{Accuracy, Accuracy::Exact, Ty, Value};

/// Types of the operands and of their scales, and how many elements along K share one.
const TYPES: [(&str, &str, &[usize]); 4] = [
    ("f8E4M3FN", "f8E8M0FNU", &[32]),
    ("f8E5M2", "f8E8M0FNU", &[32]),
    ("f4E2M1FN", "f8E8M0FNU", &[16, 32]),
    ("f4E2M1FN", "f8E4M3FN", &[16]),
];

impl Grower {
    pub(super) fn scaled_product(&mut self) {
        let &(operand, scale, blocks) = self.random.choose(&TYPES);
        let block = *self.random.choose(blocks);
        let scales = 1 << self.random.below(3);
        let (m, n, k) = (1 << self.random.below(6), 1 << self.random.below(6), block * scales);
        if m * n > 2048 || m * k > 2048 || k * n > 2048 {
            return;
        }
        let batch = self.random.one_in(4).then(|| 1 << self.random.below(2));
        let shape = |a: usize, b: usize| batch.into_iter().chain([a, b]).collect::<Vec<_>>();
        let (a, b) = (self.operand(&shape(m, k), operand), self.operand(&shape(k, n), operand));
        let sa = self.scales(Ty::new(&shape(m, scales), scale));
        let sb = self.scales(Ty::new(&shape(scales, n), scale));
        let sum = Ty::new(&shape(m, n), "f32");
        let c = self.constant(&sum, true);
        // Factors are below 2, their scales at most 4.
        let absolute = (64.0 * k as f64 + 4.0) * (k as f64 + 1.0) * 1.2e-7;
        self.emit(
            "mmaf_scaled {0}, {1}, {2}, {3}, {4} : {t0}, {t1}, {t2}, {t3}, {t4}",
            &[a, b, c, sa, sb],
            sum,
            Accuracy::Close {
                absolute,
                relative: 0.0,
            },
        );
    }

    /// Scales that differ: powers of two from a half to 4, or small numbers.
    fn scales(&mut self, ty: Ty) -> Value {
        if ty.element != "f8E8M0FNU" {
            // Units read them without a sign.
            let wide = self.counted(&ty.with("f32"));
            let wide = self.emit("absf {0} : {t0}", &[wide], ty.with("f32"), Accuracy::Tame);
            return self.hidden("ftof {0} : {t0} -> {d0}".to_string(), &[wide], ty);
        }
        let bytes = self.counted(&ty.with("i8"));
        let number = |n: i32| format!("constant <i8: {n}> : {{d0}}");
        let three = self.emit(number(3), &[], ty.with("i8"), Exact);
        let few = self.emit("andi {0}, {1} : {t0}", &[bytes, three], ty.with("i8"), Exact);
        let half = self.emit(number(126), &[], ty.with("i8"), Exact);
        let bits = self.emit("addi {0}, {1} : {t0}", &[few, half], ty.with("i8"), Exact);
        self.hidden("bitcast {0} : {t0} -> {d0}".to_string(), &[bits], ty)
    }
}
