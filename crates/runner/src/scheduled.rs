//! Kernels with a tile scheduler: the grid, the record and the workspace of their launch.

use tilewright_case::Case;
use tilewright_driver::abi::Abi;
use tilewright_driver::tile_scheduler::SchedulerAbi;
use tilewright_emulator::{Buffer, Param};

/// The name of the workspace in messages.
const WORKSPACE: &str = "the tile scheduler's workspace";
/// The contents of memory that nobody cleared: bytes that show up in every sum.
const UNSET: u8 = 0xFF;

/// The demands of a tile scheduler on a launch.
pub(crate) struct Scheduled {
    /// CTAs.
    pub grid: [u32; 3],
    /// The record, if the kernel takes one.
    pub record: Option<Param>,
    /// The workspace, cleared where the contract says so and unset elsewhere.
    pub workspace: Option<Buffer>,
}

/// The launch of a kernel with a tile scheduler; none for other kernels. `number` gives a quantity's value.
///
/// # Errors
/// The case has no value for an extent, or the scheduler cannot be launched on it.
pub(crate) fn scheduled(abi: &Abi, case: &Case) -> Result<Option<Scheduled>, String> {
    let Some(scheduler) = &abi.scheduler else {
        return Ok(None);
    };
    let launch = scheduler
        .launch(extents(scheduler, case)?)
        .map_err(|refusal| refusal.to_string())?;
    let workspace = (launch.workspace > 0)
        .then(|| workspace(launch.workspace, launch.clear))
        .transpose()?;
    let pointer = launch.workspace_at.map(|at| (at, WORKSPACE.to_string()));
    let record = scheduler.record.map(|_| Param::Record {
        bytes: launch.record,
        pointer,
    });
    Ok(Some(Scheduled {
        grid: launch.grid,
        record,
        workspace,
    }))
}

fn extents(scheduler: &SchedulerAbi, case: &Case) -> Result<[i64; 4], String> {
    let mut extents = [0; 4];
    for (extent, quantity) in extents.iter_mut().zip(scheduler.all_extents()) {
        *extent = crate::emulate::number(quantity, case)?;
    }
    Ok(extents)
}

/// The most bytes of a workspace that are emulated.
const MAX_BYTES: u64 = 1 << 30;

fn workspace(bytes: u64, clear: Option<(u64, u64)>) -> Result<Buffer, String> {
    if bytes > MAX_BYTES {
        return Err(format!("a workspace of {bytes} bytes is too large to be emulated"));
    }
    let mut content = vec![UNSET; bytes as usize];
    // Absent: nothing is to be cleared.
    let (from, count) = clear.unwrap_or((0, 0));
    if let Some(part) = content.get_mut(from as usize..(from + count) as usize) {
        part.fill(0);
    }
    Ok(Buffer {
        name: WORKSPACE.to_string(),
        bytes: content,
        align: tilewright_tilesched::contract::stream_k::WORKSPACE_ALIGNMENT,
    })
}
