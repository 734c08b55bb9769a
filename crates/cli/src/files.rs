//! Reading what a person names, writing what a person reads.

use crate::exit::Exit;
use crate::terminal::tell;
use std::io::Read;
use std::path::Path;

/// The bytes that Tile IR bytecode starts with.
const BYTECODE: &[u8] = b"\x7FTileIR";

/// The text of a file, or of standard input for `-`. What is wrong with it has been said on standard error.
///
/// # Errors
///
/// [`Exit::Usage`] when it cannot be read, [`Exit::Wrong`] when it is not text.
pub fn read_text(path: &Path) -> Result<String, Exit> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    if let Err(error) = read {
        tell!("error: cannot read {}: {error}", path.display());
        return Err(Exit::Usage);
    }
    if bytes.starts_with(BYTECODE) {
        tell!(
            "error: {} is Tile IR bytecode; the text form is read here (`tileirdisasm` prints it)",
            path.display()
        );
        return Err(Exit::Wrong);
    }
    String::from_utf8(bytes).map_err(|error| {
        tell!(
            "error: {} is not text: byte {} is not UTF-8; Tile IR is read in text form",
            path.display(),
            error.utf8_error().valid_up_to()
        );
        Exit::Wrong
    })
}
