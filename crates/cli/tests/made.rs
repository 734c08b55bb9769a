//! Kernels in Python without a case: the inputs that are made suit them, and what is wrong with a kernel is found with them.

use crate::common::tilewright;

/// Runs a kernel on inputs that are made for it: the exit code, and all that is said.
fn run(name: &str, kernel: &str, args: &[&str]) -> (Option<i32>, String) {
    let file = std::env::temp_dir().join(format!("tilewright-made-{name}-{}.py", std::process::id()));
    std::fs::write(&file, format!("import cuda.tile as ct\n{kernel}")).unwrap();
    let output = tilewright(&[&["run", file.to_str().unwrap()], args].concat(), b"");
    std::fs::remove_file(&file).unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

fn passes(name: &str, kernel: &str, args: &[&str]) -> String {
    let (code, said) = run(name, kernel, args);
    assert_eq!(code, Some(0), "{name} {args:?}: {said}");
    said
}

fn fails(name: &str, kernel: &str, args: &[&str], why: &str) {
    let (code, said) = run(name, kernel, args);
    assert!(code == Some(1) && said.contains(why), "{name} {args:?}: {said}");
}

const ROWS: &str = "
# tilewright: X=f32[?,?]; Y=f32[?,32]
@ct.kernel
def rows(X, Y):
    at = (ct.bid(0), ct.arange(32, dtype=ct.int32))
    ct.scatter(Y, at, ct.gather(X, at) + 1)
";

#[test]
fn sizes_and_strides_follow_from_the_arrays_of_the_entry() {
    let said = passes("rows", ROWS, &[]);
    for part in [
        "grid 24 x 1 x 1",
        "Y: 768 x f32",
        "Y_size1 = 32",
        "Y_stride0 = 32",
        "Y_stride1 = 1,",
    ] {
        assert!(format!("{said},").replace('\n', ",").contains(part), "{part}: {said}");
    }
    let open = ROWS.replace("Y=f32[?,32]", "Y=f32[?,?]");
    passes("rows-open", &open, &[]);
    fails("rows-short", &open, &["--arg", "Y_stride0=1"], "run.race");
}

const HEADS: &str = "
# tilewright: X=f32[?,?,?]; Y=f32[?,?,?]; H=3; T=16
@ct.kernel
def heads(X, Y, H: ct.Constant[int], T: ct.Constant[int]):
    b, h = ct.bid(0) // H, ct.bid(0) % H
    t = ct.zeros((1, 1, T), ct.float32)
    for j in range(2):
        t += ct.load(X, (b, h + j, ct.bid(1)), (1, 1, T), padding_mode=ct.PaddingMode.ZERO)
    ct.store(Y, (b, h, ct.bid(1)), t)
";

#[test]
fn the_grid_covers_what_is_computed_from_its_coordinates() {
    let said = passes("heads", HEADS, &[]);
    assert!(said.contains("grid 12 x 2 x 1"), "{said}");
    passes("heads-more", HEADS, &["--grid", "13,2"]);
    let short = ["--grid", "13,2", "--arg", "X_size0=4"];
    fails("heads-short", HEADS, &short, "run.index-outside");
}

const TURNED: &str = "
# tilewright: X=f32[?,?]; Y=f32[?,?]; T=16
@ct.kernel
def turned(X, Y, T: ct.Constant[int]):
    t = ct.load(X, (ct.bid(0), ct.bid(1)), (T, T))
    ct.store(Y, (ct.bid(1), ct.bid(0)), t)
";

#[test]
fn what_is_stored_elsewhere_is_whole_where_nothing_pads_it() {
    passes("turned", TURNED, &[]);
    fails(
        "turned-cut",
        TURNED,
        &["--arg", "X_size0=40", "--arg", "Y_size1=48"],
        "run.undefined-stored",
    );
}

const SCATTERED: &str = "
# tilewright: X=f32[?,16]; Y=f32[?,?,16]; slots=i32[?]
@ct.kernel
def scattered(X, Y, slots):
    slot = ct.gather(slots, ct.bid(0)) ONE
    t = ct.load(X, (ct.bid(0), 0), (1, 16)).reshape((1, 1, 16))
    ct.store(Y, (slot // 8, slot % 8, 0), t)
";

#[test]
fn stores_that_an_array_directs_go_to_different_places() {
    passes("scattered", &SCATTERED.replace("ONE", ""), &[]);
    fails("scattered-one", &SCATTERED.replace("ONE", "* 0"), &[], "run.race");
}

const PICKED: &str = "
# tilewright: X=f32[?,?,16]; Y=f32[?,16]; ids=i32[?]
@ct.kernel
def picked(X, Y, ids):
    id = ct.gather(ids, ct.bid(0))
    t = ct.load(X, (id FAR, 0, 0), (1, 1, 16)).reshape((1, 16))
    ct.store(Y, (ct.bid(0), 0), t)
";

#[test]
fn indices_lie_within_what_they_index() {
    passes("picked", &PICKED.replace("FAR", ""), &[]);
    passes("picked-few", &PICKED.replace("FAR", ""), &["--arg", "X_size0=2"]);
    fails("picked-far", &PICKED.replace("FAR", "+ 4"), &[], "run.index-outside");
}

const LOCKED: &str = "
# tilewright: X=f32[16]; locks=i32[?]
@ct.kernel
def locked(X, locks):
    while ct.atomic_cas(locks, 0, FREE, 1, memory_order=ct.MemoryOrder.ACQUIRE) != FREE:
        pass
    ct.store(X, 0, ct.load(X, 0, 16) + 1)
    ct.atomic_xchg(locks, 0, FREE, memory_order=ct.MemoryOrder.RELEASE)
";

#[test]
fn locks_are_open() {
    passes("locked", &LOCKED.replace("FREE", "0"), &["--grid", "3"]);
    fails("locked-up", &LOCKED.replace("FREE", "2"), &["--grid", "3"], "deadlock");
}

#[test]
fn a_list_of_arrays_needs_a_case() {
    let list = "
# tilewright: Xs=list(f32[16]); Y=f32[16]
@ct.kernel
def listed(Xs, Y):
    ct.store(Y, 0, ct.load(Xs[0], 0, 16))
";
    fails("listed", list, &[], "give a case, with --case");
    let one = list.replace("list(f32[16])", "f32[16]").replace("Xs[0]", "Xs");
    passes("one", &one, &[]);
}

#[test]
fn a_coordinate_that_is_asked_for_again_is_the_same() {
    let kernel = "
# tilewright: X=f32[?]; Y=f32[?]; T=64
@ct.kernel
def copied(X, Y, T: ct.Constant[int]):
    ct.store(Y, ct.bid(0), ct.load(X, ct.bid(0), T))
";
    let said = passes("copied", kernel, &[]);
    assert!(said.contains("X: 96 x") && said.contains("Y: 96 x"), "{said}");
    // Of another tile all is stored.
    let other = kernel.replace("load(X, ct.bid(0)", "load(X, 1 - ct.bid(0)");
    let said = passes("copied-other", &other, &[]);
    assert!(said.contains("X: 128 x"), "{said}");
}
