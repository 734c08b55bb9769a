//! Tables that lie in the module: read from anywhere, and overwritten before that where no other tile block reads them.

use super::{FLOATS, Grower, INTEGERS, SMALL, memory::pointer_to};
use crate::plan::{Global, Ty};

impl Grower {
    pub(super) fn table(&mut self) {
        let Some(index) = self.index() else { return };
        let all: Vec<&str> = INTEGERS.iter().chain(&FLOATS).chain(&SMALL).copied().collect();
        let element = *self.random.choose(&all);
        let count = 1 << self.random.below(7);
        let value = if self.random.one_in(4) {
            self.number(element, false)
        } else {
            self.nested(&[count], element, false)
        };
        let number = self.plan.globals.len();
        self.plan.globals.push(Global {
            count,
            element,
            value,
            alignment: self.random.one_in(3).then_some(64),
        });
        let scalar = Ty::new(&[], pointer_to(element));
        let base = self.hidden(format!("get_global @g{number} : {{d0}}"), &[], scalar);
        let mut token = None;
        if self.plan.grid == 1 && self.random.one_in(2) {
            let line = Ty::new(&[count], element);
            let places = self.each_once(&line);
            let places = self.pointers_from("{0}", &[base], element, places, count);
            let value = self.mate(&line);
            token = Some(self.scratch_store("{0}, {1} : {t0}, {t1}", &[places, value]));
        }
        let pointers = self.pointers_from("{0}", &[base], element, index, count);
        let loaded = Ty::new(&self.ty(index).shape, element);
        self.load_after(pointers, token, loaded);
    }
}
