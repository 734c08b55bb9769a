//! A helper that returns early: its body is a loop that its first round leaves, and its results are what the loop hands on.

use super::Eval;
use super::control::Flow;
use super::jumps::{Carried, Context, Ends, Jump, LoopContext, LoopKind, RESULT, RETURNED, Returned};
use super::later::Later;
use super::merge::{tiles, with_tiles};
use crate::dtype::Dtype;
use crate::fail::{Fail, Res};
use crate::passes::end_with;
use crate::value::{Const, Poison, Tile, Value};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Op, Ty, Value as Ir};

/// Evaluates the body of a helper, with these variables set before.
type RunBody<'r, 'a> = dyn FnMut(&mut Eval<'a>, &[(&'a str, Value<'a>)]) -> Res<Flow<'a>> + 'r;

impl<'a> Eval<'a> {
    /// The body of a helper that returns early, as a loop that its first round leaves; `changed` are the parameters that it
    /// assigns. `run` evaluates the body from its start, with these variables. A result from inside of a loop of the helper goes through
    /// that loop, so its type has to be known before: the body is then evaluated twice.
    pub(crate) fn body_loop(
        &mut self,
        changed: &[(&'a str, Value<'a>)],
        from_loops: bool,
        run: &mut RunBody<'_, 'a>,
    ) -> Res<Value<'a>> {
        let known = from_loops.then(|| self.probe_results(run)).transpose()?;
        let mut variables = Vec::new();
        for (name, value) in changed {
            variables.push((*name, self.carried(value)?));
        }
        if let Some(result) = &known {
            variables.push((RESULT, self.not_yet_in(result)));
        }
        let scratch = self.loose(ct::LOOP, &[&[]], &[], &[]);
        let body = self.block_of(scratch, 0);
        let (mut carried, mut starts) = (Vec::new(), Vec::new());
        for (name, value) in variables {
            let mut parts = Vec::new();
            tiles(&value, &mut parts);
            let inits: Vec<Ir> = parts.iter().map(|tile| tile.ir).collect();
            if inits.is_empty() && name != RESULT {
                continue;
            }
            let types: Vec<Ty> = inits.iter().map(|&ir| self.m.ty(ir)).collect();
            let arguments: Vec<Ir> = types.into_iter().map(|ty| self.m.add_argument(body, ty)).collect();
            let mut arguments = arguments.into_iter();
            let template = with_tiles(&value, &mut || arguments.next());
            if name != RESULT {
                let grown = self.in_block(body, |eval| eval.grown(template.clone()));
                starts.push((name, grown));
            }
            carried.push(Carried {
                name,
                template,
                inits,
                ends: Ends::default(),
            });
        }
        let mut inits: Vec<Ir> = carried
            .iter()
            .flat_map(|carried| carried.inits.iter().copied())
            .collect();
        let context = LoopContext {
            kind: LoopKind::Body,
            carried,
            returned: Returned::Untold,
            done: None,
            probe: None,
            left: false,
            broken_off: false,
            fixed: Vec::new(),
            results: known.is_none().then(Vec::new),
            later: Later::default(),
        };
        let handed = self.in_body(body, context, starts, from_loops, run)?;
        let result = match known {
            Some(result) => result,
            None => {
                let result = self.unite(&handed)?;
                let start = self.not_yet_in(&result);
                let mut parts = Vec::new();
                tiles(&start, &mut parts);
                for tile in parts {
                    let ty = self.m.ty(tile.ir);
                    self.m.add_argument(body, ty);
                    inits.push(tile.ir);
                }
                result
            }
        };
        let types: Vec<Ty> = inits.iter().map(|&ir| self.m.ty(ir)).collect();
        let op = self.op(ct::LOOP, &[&inits], &types, &[]);
        self.m.move_regions(scratch, op);
        self.m.erase(scratch);
        let mut parts = Vec::new();
        tiles(&result, &mut parts);
        let first = inits.len() - parts.len();
        self.note_breaks(op);
        let mut results = self.m.results(op)[first..].iter().copied();
        let result = with_tiles(&result, &mut || results.next());
        let result = self.grown(result);
        Ok(self.weak_still(result))
    }

    /// A value of the type of the results of a helper, where it is known.
    pub(super) fn type_of_result(&mut self) -> Option<Value<'a>> {
        let contexts = self.call().contexts.iter();
        let mut bodies = contexts.filter_map(|context| match context {
            Context::Loop(context) if context.kind == LoopKind::Body => Some(context),
            _ => None,
        });
        let carried = bodies.next()?.carried.iter().find(|carried| carried.name == RESULT)?;
        Some(carried.template.clone())
    }

    /// A stand-in for a value that does not exist yet.
    pub(crate) fn not_yet(&mut self, value: &Value<'a>) -> Value<'a> {
        let mut parts = Vec::new();
        tiles(value, &mut parts);
        let parts: Vec<Tile> = parts.into_iter().cloned().collect();
        let zeros: Vec<Ir> = parts.iter().map(|tile| self.zero(tile)).collect();
        self.unset.extend(zeros.iter().copied());
        let mut zeros = zeros.into_iter();
        with_tiles(value, &mut || zeros.next())
    }

    /// A zero of the type of a tile, or an address of nothing.
    fn zero(&mut self, like: &Tile) -> Ir {
        let ty = self.m.ty(like.ir);
        if self.m.pointee(self.m.element(ty)).is_none() {
            return self.constant(Const::Int(0), &like.shape, like.dtype).ir;
        }
        let zero = self.constant(Const::Int(0), &[], Dtype::I64).ir;
        self.unset.insert(zero);
        self.value(ct::INT_TO_PTR, &[zero], ty, &[])
    }

    /// The same, as a part of the op that uses it.
    fn not_yet_in(&mut self, value: &Value<'a>) -> Value<'a> {
        let start = self.not_yet(value);
        let mut parts = Vec::new();
        tiles(&start, &mut parts);
        let ops = parts.iter().filter_map(|tile| self.m.defining_op(tile.ir));
        self.parts.extend(ops);
        start
    }

    /// Makes the ends of a helper's body hand on its results, which must be of one type: a value of that type.
    fn unite(&mut self, handed: &[(Op, Value<'a>)]) -> Res<Value<'a>> {
        let Some((_, template)) = handed.first() else {
            return Ok(Value::None);
        };
        for (end, value) in handed {
            let mut own = Vec::new();
            if let Err(poison) = self.fit(RESULT, value, template, &mut own) {
                let why = match poison {
                    Poison::Ambiguous(why) => why,
                    _ => return Err(Fail::Again),
                };
                return self.type_error(why, "return values of one type on all ways");
            }
            let mut operands = self.m.operands(*end).to_vec();
            operands.extend(own);
            end_with(&mut self.m, *end, &operands);
        }
        Ok(template.clone())
    }

    /// Runs the body of a helper in its loop.
    fn in_body(
        &mut self,
        body: Block,
        context: LoopContext<'a>,
        mut starts: Vec<(&'a str, Value<'a>)>,
        from_loops: bool,
        run: &mut RunBody<'_, 'a>,
    ) -> Res<Vec<(Op, Value<'a>)>> {
        self.call().contexts.push(Context::Loop(Box::new(context)));
        if from_loops {
            starts.push(self.in_block(body, Self::not_returned));
        }
        let flow = self.in_block(body, |eval| match run(eval, &starts)? {
            Flow::Next => eval.jump(Jump::Return(Value::None)),
            Flow::Return(value) => eval.jump(Jump::Return(value)),
            Flow::Ended => Ok(Flow::Ended),
        });
        let context = self.call().contexts.pop();
        flow?;
        let Some(Context::Loop(context)) = context else {
            return Ok(Vec::new());
        };
        for carried in context.carried {
            if let Some(Poison::Ambiguous(why)) = carried.ends.broken {
                return self.type_error(
                    why,
                    match carried.name {
                        RESULT => "return values of one type on all ways",
                        _ => "give what has another type a name of its own: this function returns early, so its parameters keep their types",
                    },
                );
            }
        }
        Ok(context.results.unwrap_or_default())
    }

    /// The variable that a helper starts with which returns from inside of loops.
    fn not_returned(&mut self) -> (&'a str, Value<'a>) {
        let no = self.known_constant(Const::Bool(false), Dtype::Bool);
        (RETURNED, Value::Tile(no))
    }

    /// The kind of value that a helper returns, from a first evaluation that leaves nothing behind.
    fn probe_results(&mut self, run: &mut RunBody<'_, 'a>) -> Res<Value<'a>> {
        let scratch = self.loose(ct::LOOP, &[&[]], &[], &[]);
        let body = self.block_of(scratch, 0);
        let context = LoopContext {
            kind: LoopKind::Body,
            carried: Vec::new(),
            returned: Returned::Untold,
            done: None,
            probe: Some(Vec::new()),
            left: false,
            broken_off: false,
            fixed: Vec::new(),
            results: None,
            later: Later::default(),
        };
        let depth = self.call().contexts.len();
        self.call().contexts.push(Context::Loop(Box::new(context)));
        let start = self.in_block(body, Self::not_returned);
        let flow = self.in_block(body, |eval| match run(eval, &[start])? {
            Flow::Next => eval.jump(Jump::Return(Value::None)),
            Flow::Return(value) => eval.jump(Jump::Return(value)),
            Flow::Ended => Ok(Flow::Ended),
        });
        let seen = match self.call().contexts.get_mut(depth) {
            Some(Context::Loop(context)) => context.probe.take().unwrap_or_default(),
            _ => Vec::new(),
        };
        self.call().contexts.truncate(depth);
        let template = match seen.first() {
            Some(value) => self.in_block(body, |eval| eval.carried(value)),
            None => Ok(Value::None),
        };
        self.m.erase(scratch);
        flow?;
        template
    }
}
