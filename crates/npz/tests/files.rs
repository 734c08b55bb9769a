//! Files of NumPy, our own files, and files that lie.

#[path = "../../../tests/shared.rs"]
mod shared;

use proptest::prelude::*;
use std::path::PathBuf;
use tilewright_npz::*;

fn npz_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut stack: Vec<PathBuf> = ["ptx-triton", "corpus"]
        .into_iter()
        .filter_map(shared::shared)
        .collect();
    while let Some(dir) = stack.pop() {
        for entry in std::fs::read_dir(&dir).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                stack.push(path);
            } else if path.extension().is_some_and(|e| e == "npz") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_file_of_the_reference_material_is_read_and_survives_rewriting() {
    let files = npz_files();
    if files.is_empty() {
        return;
    }
    assert!(files.len() > 50, "found only {}", files.len());
    for path in files {
        let npz = read_npz(&std::fs::read(&path).unwrap(), Limits::default())
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(!npz.members.is_empty());
        assert_eq!(
            read_npz(&write_npz(&npz).unwrap(), Limits::default()).unwrap(),
            npz,
            "{}",
            path.display()
        );
    }
}

/// `np.save` of `np.array([[1, 2], [3, 4], [5, 6]], '>i2', order='F')`, header shortened to what the format asks for.
fn fortran_big_endian() -> Vec<u8> {
    let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (3, 2), }\n";
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend_from_slice(&(header.len() as u16).to_le_bytes());
    file.extend_from_slice(header.as_bytes());
    file.extend([1_u16, 3, 5, 2, 4, 6].iter().flat_map(|v| v.to_be_bytes()));
    file
}

#[test]
fn order_and_endianness_are_normalised() {
    let array = read_npy(&fortran_big_endian()).unwrap();
    assert_eq!((array.dtype(), array.shape()), (Dtype::I16, &[3, 2][..]));
    assert_eq!(array.data(), [1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0]);
}

#[test]
fn typed_views() {
    let array = Array::from_f32(&[2], &[1.5, -2.0]).unwrap();
    assert_eq!(array.to_f32().unwrap(), [1.5, -2.0]);
    assert_eq!(array.to_i32(), None);
    assert!(Array::from_f32(&[3], &[1.5]).is_err());
    assert!(Array::new(Dtype::F64, &[usize::MAX, 2], Vec::new()).is_err());
    assert_eq!(Array::from_i64(&[], &[7]).unwrap().len(), 1);
}

#[test]
fn writing_is_what_numpy_writes() {
    let bytes = write_npy(&Array::from_u8(&[3], &[1, 2, 3]).unwrap());
    assert_eq!(bytes.len() % 64, 3);
    let header = String::from_utf8_lossy(&bytes[10..128]).into_owned();
    assert!(
        header.starts_with("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }"),
        "{header}"
    );
    assert!(header.ends_with('\n'));
}

#[test]
fn refusals_say_why() {
    let refused = |bytes: &[u8], what: &str| {
        let message = read_npy(bytes).expect_err(what).to_string();
        assert!(message.contains(what), "{message}");
    };
    refused(b"", "not a .npy");
    refused(b"\x93NUMPY\x09\x00", "version 9");
    refused(b"\x93NUMPY\x01\x00\xff", "cut short");
    refused(&fortran_big_endian()[..70], "bytes of data expected");
    let patched = |from: &str, to: &str| {
        let text = fortran_big_endian();
        let at = text.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
        [&text[..at], to.as_bytes(), &text[at + from.len()..]].concat()
    };
    refused(&patched("'>i2'", "'>c8'"), "`>c8` is not supported");
    refused(&patched("'>i2'", "[('a'"), "structured");
    refused(&patched("(3, 2)", "(3, x)"), "not understood");
    refused(&patched("True", "Trub"), "not understood");

    let npz = Npz {
        members: vec![("a".into(), Array::from_f32(&[1000], &[0.5; 1000]).unwrap())],
    };
    let file = write_npz(&npz).unwrap();
    let small = Limits {
        bytes: 100,
        members: 10,
    };
    assert!(
        read_npz(&file, small)
            .unwrap_err()
            .to_string()
            .contains("array `a.npy`: 4128 bytes, more than the 100")
    );
    assert!(
        read_npz(
            &file,
            Limits {
                bytes: 1 << 20,
                members: 0
            }
        )
        .unwrap_err()
        .to_string()
        .contains("1 members")
    );
    assert!(
        read_npz(&file[..file.len() - 1], Limits::default())
            .unwrap_err()
            .to_string()
            .contains("not a zip")
    );
    let mut flipped = file.clone();
    flipped[1000] ^= 1;
    assert!(
        read_npz(&flipped, Limits::default())
            .unwrap_err()
            .to_string()
            .contains("checksum")
    );
    let twice = Npz {
        members: vec![npz.members[0].clone(), npz.members[0].clone()],
    };
    assert!(
        read_npz(&write_npz(&twice).unwrap(), Limits::default())
            .unwrap_err()
            .to_string()
            .contains("twice")
    );
}

/// A deflated member, as `np.savez_compressed` makes, built by hand from a stored archive.
fn deflated() -> (Npz, Vec<u8>) {
    let npz = Npz {
        members: vec![("z".into(), Array::from_i32(&[256], &[7; 256]).unwrap())],
    };
    let mut file = write_npz(&npz).unwrap();
    let member = write_npy(&npz.members[0].1);
    let packed = miniz_oxide::deflate::compress_to_vec(&member, 6);
    let start = 30 + "z.npy".len();
    file.splice(start..start + member.len(), packed.iter().copied());
    let central = start + packed.len();
    file[8] = 8;
    file[central + 10] = 8;
    for at in [18, central + 20] {
        file[at..at + 4].copy_from_slice(&(packed.len() as u32).to_le_bytes());
    }
    let end = file.len() - 22;
    file[end + 16..end + 20].copy_from_slice(&(central as u32).to_le_bytes());
    (npz, file)
}

#[test]
fn deflated_members_are_inflated_and_capped() {
    let (npz, file) = deflated();
    assert_eq!(read_npz(&file, Limits::default()).unwrap(), npz);
    assert!(
        read_npz(
            &file,
            Limits {
                bytes: 1000,
                members: 1
            }
        )
        .is_err()
    );
}

fn any_array() -> impl Strategy<Value = Array> {
    let shape = prop::collection::vec(0..4_usize, 0..4);
    (prop::sample::select(&Dtype::ALL[..]), shape).prop_flat_map(|(dtype, shape)| {
        let bytes = shape.iter().product::<usize>() * dtype.bytes();
        prop::collection::vec(any::<u8>(), bytes).prop_map(move |data| Array::new(dtype, &shape, data).unwrap())
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(arrays in prop::collection::btree_map("[a-zA-Z0-9_.\\[\\]]{1,8}", any_array(), 0..4)) {
        let npz = Npz { members: arrays.into_iter().filter(|(n, _)| !n.ends_with(".npy")).collect() };
        let file = write_npz(&npz).unwrap();
        prop_assert_eq!(read_npz(&file, Limits::default()).unwrap(), npz);
    }

    #[test]
    fn damage_never_panics(edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8), cut in any::<prop::sample::Index>()) {
        let (_, mut file) = deflated();
        for (at, value) in edits {
            let at = at.index(file.len());
            file[at] = value;
        }
        let limits = Limits { bytes: 1 << 20, members: 16 };
        let _ = read_npz(&file, limits);
        file.truncate(cut.index(file.len()));
        let _ = read_npz(&file, limits);
        let _ = read_npy(&file);
    }
}
