//! Frames that functions hold: a name of such a frame may mean the function that holds it, so that neither would go by itself.

use crate::eval::frame::Frame;
use std::cell::RefCell;
use std::rc::{Rc, Weak};

/// The frames in which functions were defined. They are emptied when nothing is evaluated any more.
#[derive(Debug, Default)]
pub struct Captured<'a>(RefCell<Vec<Weak<Frame<'a>>>>);

impl<'a> Captured<'a> {
    /// Notes that a function holds a frame.
    pub fn add(&self, frame: &Rc<Frame<'a>>) {
        let mut frames = self.0.borrow_mut();
        if frames.last().is_none_or(|last| last.as_ptr() != Rc::as_ptr(frame)) {
            frames.push(Rc::downgrade(frame));
        }
    }
}

impl Drop for Captured<'_> {
    fn drop(&mut self) {
        for frame in self.0.take().iter().filter_map(Weak::upgrade) {
            frame.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{File, Request};
    use tilewright_diag::LineIndex;

    #[test]
    fn functions_go_with_their_frames() {
        for (what, before, body) in [
            ("a helper of the file", "def f(x):\n    return x + 1.0\n", "y = f(x)"),
            (
                "a function in a kernel",
                "",
                "def f(x):\n        return x + 1.0\n    y = f(x)",
            ),
            ("a lambda in a kernel", "", "f = lambda x: x + n\n    y = f(x)"),
            (
                "one that calls itself",
                "def g(x, k):\n    return x if k == 0 else g(x + 1.0, k - 1)\n",
                "def f(x, k):\n        return x if k == 0 else f(x + 1.0, k - 1)\n    y = g(f(x, 2), 2)",
            ),
            (
                "a factory",
                "def make(k):\n    def f(x):\n        return x + k\n    return f\nplus = make(2.0)\n",
                "y = plus(x)",
            ),
            ("an error", "", "def f(x):\n        return x + 1.0\n    y = f(nosuch)"),
        ] {
            let source = format!(
                "import cuda.tile as ct\n{before}# tilewright: X=f32[?]; n=i32\n@ct.kernel\ndef k(X, n):\n    x = ct.load(X, (0,), (4,))\n    {body}\n"
            );
            let suite = crate::parse(&source).expect("Python");
            let lines = LineIndex::new(&source);
            let file = File::new(&source, "k.py", &lines, &suite);
            let lowered = crate::request::lower_kernel(&file, &file.kernels[0], &Request::default());
            assert_eq!(lowered.is_err(), what == "an error", "{what}");
            let frames = file.globals.captured().0.borrow().clone();
            assert!(frames.iter().any(|frame| frame.strong_count() > 0), "{what}");
            drop(file);
            assert!(frames.iter().all(|frame| frame.strong_count() == 0), "{what}");
        }
    }
}
