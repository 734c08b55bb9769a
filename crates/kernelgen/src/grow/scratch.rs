//! Tiles that go through memory of the tile block's own, and come back in another order.

use super::{FLOATS, Grower, INTEGERS, SMALL, memory::pointer_to};
use crate::plan::{Accuracy::Exact, Step, Ty, Value};

impl Grower {
    pub(super) fn scratch(&mut self) {
        let all: Vec<&str> = INTEGERS.iter().chain(&FLOATS).chain(&SMALL).copied().collect();
        let fits = |g: &Self, v: Value| g.is_exact(v) && !g.ty(v).shape.is_empty() && all.contains(&g.ty(v).element);
        let Some(value) = self.pick(fits) else { return };
        let ty = self.ty(value);
        let pointers = |shape: &[usize]| Ty::new(shape, pointer_to(ty.element));
        let alignment = *self.random.choose(&[8, 16, 128]);
        let count = ty.count();
        let base = self.hidden(
            format!("alloca num_elem = {count}, alignment = {alignment} : {{d0}}"),
            &[],
            pointers(&[]),
        );
        let ones = vec![1; ty.shape.len()];
        let mut base = self.hidden("reshape {0} : {t0} -> {d0}".to_string(), &[base], pointers(&ones));
        if ones != ty.shape {
            base = self.hidden("broadcast {0} : {t0} -> {d0}".to_string(), &[base], pointers(&ty.shape));
        }
        let mut places = || {
            let index = self.each_once(&ty);
            let to = "offset {0}, {1} : {t0}, {t1} -> {d0}".to_string();
            self.hidden(to, &[base, index], pointers(&ty.shape))
        };
        let (there, other, back) = (places(), places(), places());
        let mut token = self.scratch_store("{0}, {1} : {t0}, {t1}", &[there, value]);
        if self.random.one_in(2) {
            // Some of it is overwritten.
            let (more, mask) = (self.mate(&ty), self.mate(&ty.with("i1")));
            let text = "{0}, {1}, {2} token = {3} : {t0}, {t1}, {t2}";
            token = self.scratch_store(text, &[other, more, mask, token]);
        }
        self.load_after(back, Some(token), ty);
    }

    /// Loads from these places, after the op of the token if there is one.
    pub(super) fn load_after(&mut self, places: Value, token: Option<Value>, ty: Ty) {
        let (loaded, after) = (self.value(ty, Exact), self.token());
        let wait = token.map_or("", |_| " token = {1}");
        self.block.steps.push(Step {
            template: format!("load_ptr_tko weak {{0}}{wait} : {{t0}} -> {{d0}}, token"),
            uses: [places].into_iter().chain(token).collect(),
            defs: vec![loaded, after],
            blocks: Vec::new(),
        });
        self.scope.push(loaded);
    }

    /// A store of this text, with the token that it makes.
    pub(super) fn scratch_store(&mut self, text: &str, uses: &[Value]) -> Value {
        let token = self.token();
        self.block.steps.push(Step {
            template: format!("store_ptr_tko weak {text} -> token"),
            uses: uses.to_vec(),
            defs: vec![token],
            blocks: Vec::new(),
        });
        token
    }

    /// The numbers of all elements of a tile in some order.
    pub(super) fn each_once(&mut self, ty: &Ty) -> Value {
        let count = ty.count();
        let line = Ty::new(&[count], "i32");
        let index = self.emit("iota : {d0}", &[], line.clone(), Exact);
        let flip = self.random.below(count);
        let flip = self.emit(format!("constant <i32: {flip}> : {{d0}}"), &[], line.clone(), Exact);
        let mixed = self.emit("xori {0}, {1} : {t0}", &[index, flip], line, Exact);
        self.emit("reshape {0} : {t0} -> {d0}", &[mixed], ty.with("i32"), Exact)
    }
}
