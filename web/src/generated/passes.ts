// Generated from the Rust types by crates/playground/tests/types.rs; BLESS=1 writes it anew.

/** The work of each pass, in a sentence. */
export const PASSES: { readonly [name in string]: string } = {
  "apply-tile-scheduler": "A product computes the tiles that a scheduler hands out, where one is asked for.",
  "assign-buffers": "Gives buffers and barriers their places in shared memory.",
  "assign-load-store-layouts": "Chooses for each access which thread moves which elements, wide and coalesced.",
  "canonicalize": "Folds constants, drops what does nothing or is not used.",
  "convert-cudatile-to-tileaa": "Takes one kernel out of the module; views become memrefs, arithmetic becomes arith, control becomes scf.",
  "convert-pipeline-to-nvvm": "Pipelines become mbarriers.",
  "convert-tile-scheduler-to-nvvm": "Schedulers become integer arithmetic, fixups loads and stores of partial accumulators.",
  "convert-tileaa-to-tileas": "The same ops, ready to be given layouts.",
  "convert-tileas-to-nvvm": "Tiles become the registers of one thread, loops and branches become blocks.",
  "cse": "Computes the same thing once.",
  "fold-addresses": "Accesses that are a known distance apart share an address, which is added up as early as it is known.",
  "generate-schedule": "Plans and schedules the loop that can be pipelined.",
  "generate-schedule-constraints": "Says which loads of a loop belong together, and which loops stay serial.",
  "hoist-descriptors": "Computes before a loop where its products find operands that stay in their buffers.",
  "load-again": "Loads tiles again where they are needed, if the registers of all threads do not hold them.",
  "materialize-async": "Loads become copies by TMA, products run while the next iteration starts.",
  "materialize-convert-layout": "Spreads the layouts of the accesses to all tiles, and converts where two meet.",
  "materialize-schedule": "The scheduled loop becomes agents that hand tiles on through shared memory.",
  "optimize-pipeline-region": "Each agent keeps the smallest part of the kernel that it needs.",
  "order-chains": "Computes one element after the other where tiles are divided, so that few are live at a time.",
  "relax-arithmetic": "Flushes subnormal numbers, fuses products with sums and takes fast forms, where that is allowed or nobody sees it.",
  "resolve-agent-boundary": "What several agents compute alike is computed once, before they part.",
  "unroll-loops": "Writes a few iterations of a loop of products one after the other, so that places in rings are known.",
  "unspecialized-pipeline": "The scheduled loop brings tiles ahead, all threads alike."
};
