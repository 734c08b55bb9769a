//! Making pipelines and barriers, named barriers, and who runs what.

use super::handshake::{Side, neighbours, offset, on_barrier};
use super::{Cx, Neighbours, PipelineLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, cute_nvgpu, nv_tileas, nvvm};
use tilewright_ir::words::role;
use tilewright_ir::{Attr, AttrData, Block, MBARRIER_BYTES, Op, WARP_THREADS};

/// A pipeline is the address of its first barrier.
pub(super) fn create(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let Some(shape) = cx.old.pipeline_shape(cx.old.result(op, 0)) else {
        return Err(cx.error(op, "internal", "a pipeline without numbers"));
    };
    let ty = cx.i32();
    let base = cx.build().value(nvvm::SHARED_BASE, &[], ty);
    if let Some(base) = cx.new.defining_op(base) {
        cx.set_int(base, "bytes", 2 * MBARRIER_BYTES * shape.stages);
        if cx.old.has_attr(op, "offset") {
            cx.set_int(base, "from", shape.offset);
        }
    }
    cx.replace(cx.old.result(op, 0), [base]);
    if !shape.pair.is_empty() {
        let (mut first, mut mask) = (cx.int(0), cx.int(0b11));
        if cx.old.is_of_several_pairs(op) {
            let (rank, even) = (cx.special("cluster_ctarank"), cx.int(-2));
            first = cx.arith(arith::ANDI, rank, even);
            mask = cx.arith(arith::SHLI, mask, first);
        }
        let pair = Neighbours {
            others: vec![first],
            mask,
            ctas: 2,
        };
        cx.state.clusters.insert(cx.old.result(op, 0), pair);
    } else if shape.cluster != [1, 1] {
        let neighbours = neighbours(cx, shape.cluster);
        cx.state.clusters.insert(cx.old.result(op, 0), neighbours);
    }
    Ok(())
}

/// The first thread makes the barriers, and a barrier of the whole block lets all others see them. The documented form
/// has every thread arrive and none wait, and so does not say when the barriers may be used.
pub(super) fn init(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shape = cx.shape(op)?;
    let base = cx.value(cx.old.only_operand(op))?;
    let (thread, zero) = (cx.special("tid.x"), cx.int(0));
    let first = cx.equal(thread, zero);
    cx.when(first, |cx| {
        // Of a cluster, the consumers of all CTAs in the row and in the column release a stage. Of a pair, both arrive at the first one.
        let [x, y] = shape.cluster;
        let of_pair = |own: &str| 1 + i64::from(shape.pair == own);
        for (side, count) in [
            (Side::Full, shape.producers * of_pair(role::PRODUCER)),
            (Side::Empty, shape.consumers * (x + y - 1) * of_pair(role::CONSUMER)),
        ] {
            for stage in 0..shape.stages {
                let at = offset(&shape, side) + stage * MBARRIER_BYTES;
                let made = on_barrier(cx, nvvm::MBARRIER_INIT, base, at, &[]);
                cx.set_int(made, "count", count);
            }
        }
        cx.build().op(nvvm::FENCE_MBARRIER_INIT, &[], &[]);
        Ok(())
    })?;
    if let Some(described) = cx.state.described {
        (described.made)(cx, op, &shape);
    } else if shape.cluster != [1, 1] || !shape.pair.is_empty() {
        cx.build().op(nvvm::CLUSTER_ARRIVE, &[], &[]);
        cx.build().op(nvvm::CLUSTER_WAIT, &[], &[]);
    } else {
        cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    }
    Ok(())
}

pub(super) fn barrier_init(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let address = cx.only_operand(op)?;
    let made = on_barrier(cx, nvvm::MBARRIER_INIT, address, 0, &[]);
    cx.set_int(made, "count", cx.old.required_int(op, "count"));
    Ok(())
}

pub(super) fn bar(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    // Absent: a contradiction, its record asks for it.
    let barrier = match cx.old.keyword(op, "mode") {
        "arrive" => cx.build().op(nvvm::BARRIER_CTA_ARRIVE, &[&[]], &[]),
        _ => cx.build().op(nvvm::BARRIER, &[&[]], &[]),
    };
    for attr in ["id", "threads"] {
        cx.set_int(barrier, attr, cx.old.required_int(op, attr));
    }
    Ok(())
}

/// Each warp runs the region whose mask has it. The number of the warp is the same in all its lanes, and is said to be.
pub(super) fn switch(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let masks = old.required_list(op, "masks");
    let groups = old.required_list(op, "groups");
    let Some(body) = old.entry_block(old.regions(op)[0]) else {
        return Ok(());
    };
    let mut rest = old.operands(op);
    for (&exec, &count) in old.ops(body).collect::<Vec<_>>().iter().zip(groups) {
        let (group, tail) = rest.split_at((count.max(0) as usize).min(rest.len()));
        rest = tail;
        let arguments = old
            .entry_block(old.regions(exec)[0])
            // Absent: an executor that does nothing takes nothing.
            .map_or(&[][..], |b| old.arguments(b));
        for (&argument, &value) in arguments.iter().zip(group) {
            let values = cx.values(value)?;
            cx.replace_all_unnamed(argument, &values);
        }
    }
    if let Some(registers) = old.attr(op, "max_regs") {
        return agents(cx, op, body, masks, registers);
    }
    let alone = masks.len() == 1;
    let warp = if alone { None } else { Some(warp(cx)) };
    for (exec, &mask) in old.ops(body).zip(masks) {
        // Absent: an executor that runs nothing.
        let Some(block) = old.entry_block(old.regions(exec)[0]) else {
            continue;
        };
        let Some(warp) = warp else {
            cx.block_ops(block)?;
            continue;
        };
        let (first, count) = (i64::from(mask.trailing_zeros()), i64::from(mask.count_ones()));
        let (first, count) = (cx.int(first), cx.int(count));
        let from = cx.arith(arith::SUBI, warp, first);
        let mine = cx.build().compare("less_than", "unsigned", from, count);
        cx.when(mine, |cx| cx.block_ops(block))?;
    }
    Ok(())
}

/// Executors that say their registers hold tiles: each is an agent.
fn agents(cx: &mut Cx<'_>, op: Op, body: Block, masks: &[i64], registers: Attr) -> Result<(), Failure> {
    let old = cx.old;
    let switch = cx.build().op(nv_tileas::WARP_SWITCH, &[], &[]);
    let mut warps = masks.to_vec();
    for mask in &mut warps {
        *mask = mask.count_ones().into();
    }
    let warps = cx.new.intern_attr(AttrData::Ints(warps.into()));
    let attrs = [
        ("num_warps", Some(warps)),
        ("max_regs", Some(registers)),
        ("roles", old.attr(op, "roles")),
        ("consumers", old.attr(op, "consumers")),
    ];
    for &(name, attr) in &attrs {
        if let Some(attr) = attr {
            cx.new.set_attr(switch, name, attr);
        }
    }
    for exec in old.ops(body) {
        let region = cx.new.add_region(switch);
        let block = cx.new.add_block(region);
        if let Some(own) = old.entry_block(old.regions(exec)[0]) {
            cx.in_block(block, |cx| cx.block_ops(own))?;
        }
    }
    Ok(())
}

fn warp(cx: &mut Cx<'_>) -> tilewright_ir::Value {
    let (thread, bits) = (cx.special("tid.x"), cx.int(WARP_THREADS.ilog2().into()));
    let warp = cx.build().signed(arith::SHRI, "unsigned", thread, bits);
    let ty = cx.i32();
    cx.build().value(cute_nvgpu::ARCH_MAKE_WARP_UNIFORM, &[warp], ty)
}
