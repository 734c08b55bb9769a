// Every atomic update, of every type and order, with and without a look at what was there.
cuda_tile.module @m {
  entry @atomics(%i32: tile<ptr<i32>>, %i64: tile<ptr<i64>>, %f16: tile<ptr<f16>>, %f32: tile<ptr<f32>>, %f64: tile<ptr<f64>>, %out: tile<ptr<i64>>) {
    %t0 = make_token : token
    %i = iota : tile<32xi32>
    %half = constant <i32: 16> : tile<32xi32>
    %mask = cmpi less_than %i, %half, signed : tile<32xi32> -> tile<32xi1>
    %none = constant <i64: 0> : tile<32xi64>
    %pi321 = reshape %i32 : tile<ptr<i32>> -> tile<1xptr<i32>>
    %pi322 = broadcast %pi321 : tile<1xptr<i32>> -> tile<32xptr<i32>>
    %pi32 = offset %pi322, %i : tile<32xptr<i32>>, tile<32xi32> -> tile<32xptr<i32>>
    %vi32 = muli %i, %half : tile<32xi32>
    %toki320 = make_token : token
    %pi641 = reshape %i64 : tile<ptr<i64>> -> tile<1xptr<i64>>
    %pi642 = broadcast %pi641 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %pi64 = offset %pi642, %i : tile<32xptr<i64>>, tile<32xi32> -> tile<32xptr<i64>>
    %vi64 = exti %vi32 signed : tile<32xi32> -> tile<32xi64>
    %toki640 = make_token : token
    %pf161 = reshape %f16 : tile<ptr<f16>> -> tile<1xptr<f16>>
    %pf162 = broadcast %pf161 : tile<1xptr<f16>> -> tile<32xptr<f16>>
    %pf16 = offset %pf162, %i : tile<32xptr<f16>>, tile<32xi32> -> tile<32xptr<f16>>
    %vf16 = itof %i signed : tile<32xi32> -> tile<32xf16>
    %tokf160 = make_token : token
    %pf321 = reshape %f32 : tile<ptr<f32>> -> tile<1xptr<f32>>
    %pf322 = broadcast %pf321 : tile<1xptr<f32>> -> tile<32xptr<f32>>
    %pf32 = offset %pf322, %i : tile<32xptr<f32>>, tile<32xi32> -> tile<32xptr<f32>>
    %vf32 = itof %i signed : tile<32xi32> -> tile<32xf32>
    %tokf320 = make_token : token
    %pf641 = reshape %f64 : tile<ptr<f64>> -> tile<1xptr<f64>>
    %pf642 = broadcast %pf641 : tile<1xptr<f64>> -> tile<32xptr<f64>>
    %pf64 = offset %pf642, %i : tile<32xptr<f64>>, tile<32xi32> -> tile<32xptr<f64>>
    %vf64 = itof %i signed : tile<32xi32> -> tile<32xf64>
    %tokf640 = make_token : token
    %o1, %tk1 = atomic_rmw_tko relaxed tl_blk %pi32, and, %vi32 token=%toki320 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w1 = exti %o1 unsigned : tile<32xi32> -> tile<32xi64>
    %a1 = addi %none, %w1 : tile<32xi64>
    %o2, %tk2 = atomic_rmw_tko acquire device %pi32, and, %vi32, %mask token=%tk1 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o3, %tk3 = atomic_rmw_tko release sys %pi32, and, %vi32 token=%tk2 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o4, %tk4 = atomic_rmw_tko acq_rel tl_blk %pi32, and, %vi32, %mask token=%tk3 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o5, %tk5 = atomic_rmw_tko relaxed device %pi32, or, %vi32 token=%tk4 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w5 = exti %o5 unsigned : tile<32xi32> -> tile<32xi64>
    %a5 = addi %a1, %w5 : tile<32xi64>
    %o6, %tk6 = atomic_rmw_tko acquire sys %pi32, or, %vi32, %mask token=%tk5 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o7, %tk7 = atomic_rmw_tko release tl_blk %pi32, or, %vi32 token=%tk6 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o8, %tk8 = atomic_rmw_tko acq_rel device %pi32, or, %vi32, %mask token=%tk7 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o9, %tk9 = atomic_rmw_tko relaxed sys %pi32, xor, %vi32 token=%tk8 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w9 = exti %o9 unsigned : tile<32xi32> -> tile<32xi64>
    %a9 = addi %a5, %w9 : tile<32xi64>
    %o10, %tk10 = atomic_rmw_tko acquire tl_blk %pi32, xor, %vi32, %mask token=%tk9 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o11, %tk11 = atomic_rmw_tko release device %pi32, xor, %vi32 token=%tk10 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o12, %tk12 = atomic_rmw_tko acq_rel sys %pi32, xor, %vi32, %mask token=%tk11 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o13, %tk13 = atomic_rmw_tko relaxed tl_blk %pi32, add, %vi32 token=%tk12 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w13 = exti %o13 unsigned : tile<32xi32> -> tile<32xi64>
    %a13 = addi %a9, %w13 : tile<32xi64>
    %o14, %tk14 = atomic_rmw_tko acquire device %pi32, add, %vi32, %mask token=%tk13 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o15, %tk15 = atomic_rmw_tko release sys %pi32, add, %vi32 token=%tk14 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o16, %tk16 = atomic_rmw_tko acq_rel tl_blk %pi32, add, %vi32, %mask token=%tk15 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o17, %tk17 = atomic_rmw_tko relaxed device %pi32, max, %vi32 token=%tk16 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w17 = exti %o17 unsigned : tile<32xi32> -> tile<32xi64>
    %a17 = addi %a13, %w17 : tile<32xi64>
    %o18, %tk18 = atomic_rmw_tko acquire sys %pi32, max, %vi32, %mask token=%tk17 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o19, %tk19 = atomic_rmw_tko release tl_blk %pi32, max, %vi32 token=%tk18 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o20, %tk20 = atomic_rmw_tko acq_rel device %pi32, max, %vi32, %mask token=%tk19 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o21, %tk21 = atomic_rmw_tko relaxed sys %pi32, min, %vi32 token=%tk20 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w21 = exti %o21 unsigned : tile<32xi32> -> tile<32xi64>
    %a21 = addi %a17, %w21 : tile<32xi64>
    %o22, %tk22 = atomic_rmw_tko acquire tl_blk %pi32, min, %vi32, %mask token=%tk21 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o23, %tk23 = atomic_rmw_tko release device %pi32, min, %vi32 token=%tk22 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o24, %tk24 = atomic_rmw_tko acq_rel sys %pi32, min, %vi32, %mask token=%tk23 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o25, %tk25 = atomic_rmw_tko relaxed tl_blk %pi32, umax, %vi32 token=%tk24 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w25 = exti %o25 unsigned : tile<32xi32> -> tile<32xi64>
    %a25 = addi %a21, %w25 : tile<32xi64>
    %o26, %tk26 = atomic_rmw_tko acquire device %pi32, umax, %vi32, %mask token=%tk25 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o27, %tk27 = atomic_rmw_tko release sys %pi32, umax, %vi32 token=%tk26 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o28, %tk28 = atomic_rmw_tko acq_rel tl_blk %pi32, umax, %vi32, %mask token=%tk27 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o29, %tk29 = atomic_rmw_tko relaxed device %pi32, umin, %vi32 token=%tk28 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w29 = exti %o29 unsigned : tile<32xi32> -> tile<32xi64>
    %a29 = addi %a25, %w29 : tile<32xi64>
    %o30, %tk30 = atomic_rmw_tko acquire sys %pi32, umin, %vi32, %mask token=%tk29 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o31, %tk31 = atomic_rmw_tko release tl_blk %pi32, umin, %vi32 token=%tk30 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o32, %tk32 = atomic_rmw_tko acq_rel device %pi32, umin, %vi32, %mask token=%tk31 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o33, %tk33 = atomic_rmw_tko relaxed sys %pi32, xchg, %vi32 token=%tk32 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %w33 = exti %o33 unsigned : tile<32xi32> -> tile<32xi64>
    %a33 = addi %a29, %w33 : tile<32xi64>
    %o34, %tk34 = atomic_rmw_tko acquire tl_blk %pi32, xchg, %vi32, %mask token=%tk33 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o35, %tk35 = atomic_rmw_tko release device %pi32, xchg, %vi32 token=%tk34 : tile<32xptr<i32>>, tile<32xi32> -> tile<32xi32>, token
    %o36, %tk36 = atomic_rmw_tko acq_rel sys %pi32, xchg, %vi32, %mask token=%tk35 : tile<32xptr<i32>>, tile<32xi32>, tile<32xi1> -> tile<32xi32>, token
    %o37, %tk37 = atomic_rmw_tko relaxed tl_blk %pf16, addf, %vf16 token=%tokf160 : tile<32xptr<f16>>, tile<32xf16> -> tile<32xf16>, token
    %b37 = bitcast %o37 : tile<32xf16> -> tile<32xi16>
    %w37 = exti %b37 unsigned : tile<32xi16> -> tile<32xi64>
    %a37 = addi %a33, %w37 : tile<32xi64>
    %o38, %tk38 = atomic_rmw_tko acquire device %pf16, addf, %vf16, %mask token=%tk37 : tile<32xptr<f16>>, tile<32xf16>, tile<32xi1> -> tile<32xf16>, token
    %o39, %tk39 = atomic_rmw_tko release sys %pf16, addf, %vf16 token=%tk38 : tile<32xptr<f16>>, tile<32xf16> -> tile<32xf16>, token
    %o40, %tk40 = atomic_rmw_tko acq_rel tl_blk %pf16, addf, %vf16, %mask token=%tk39 : tile<32xptr<f16>>, tile<32xf16>, tile<32xi1> -> tile<32xf16>, token
    %o41, %tk41 = atomic_rmw_tko relaxed device %pf32, addf, %vf32 token=%tokf320 : tile<32xptr<f32>>, tile<32xf32> -> tile<32xf32>, token
    %b41 = bitcast %o41 : tile<32xf32> -> tile<32xi32>
    %w41 = exti %b41 unsigned : tile<32xi32> -> tile<32xi64>
    %a41 = addi %a37, %w41 : tile<32xi64>
    %o42, %tk42 = atomic_rmw_tko acquire sys %pf32, addf, %vf32, %mask token=%tk41 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> tile<32xf32>, token
    %o43, %tk43 = atomic_rmw_tko release tl_blk %pf32, addf, %vf32 token=%tk42 : tile<32xptr<f32>>, tile<32xf32> -> tile<32xf32>, token
    %o44, %tk44 = atomic_rmw_tko acq_rel device %pf32, addf, %vf32, %mask token=%tk43 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> tile<32xf32>, token
    %o45, %tk45 = atomic_rmw_tko relaxed sys %pf32, xchg, %vf32 token=%tk44 : tile<32xptr<f32>>, tile<32xf32> -> tile<32xf32>, token
    %b45 = bitcast %o45 : tile<32xf32> -> tile<32xi32>
    %w45 = exti %b45 unsigned : tile<32xi32> -> tile<32xi64>
    %a45 = addi %a41, %w45 : tile<32xi64>
    %o46, %tk46 = atomic_rmw_tko acquire tl_blk %pf32, xchg, %vf32, %mask token=%tk45 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> tile<32xf32>, token
    %o47, %tk47 = atomic_rmw_tko release device %pf32, xchg, %vf32 token=%tk46 : tile<32xptr<f32>>, tile<32xf32> -> tile<32xf32>, token
    %o48, %tk48 = atomic_rmw_tko acq_rel sys %pf32, xchg, %vf32, %mask token=%tk47 : tile<32xptr<f32>>, tile<32xf32>, tile<32xi1> -> tile<32xf32>, token
    %o49, %tk49 = atomic_rmw_tko relaxed tl_blk %pf64, addf, %vf64 token=%tokf640 : tile<32xptr<f64>>, tile<32xf64> -> tile<32xf64>, token
    %b49 = bitcast %o49 : tile<32xf64> -> tile<32xi64>
    %a49 = addi %a45, %b49 : tile<32xi64>
    %o50, %tk50 = atomic_rmw_tko acquire device %pf64, addf, %vf64, %mask token=%tk49 : tile<32xptr<f64>>, tile<32xf64>, tile<32xi1> -> tile<32xf64>, token
    %o51, %tk51 = atomic_rmw_tko release sys %pf64, addf, %vf64 token=%tk50 : tile<32xptr<f64>>, tile<32xf64> -> tile<32xf64>, token
    %o52, %tk52 = atomic_rmw_tko acq_rel tl_blk %pf64, addf, %vf64, %mask token=%tk51 : tile<32xptr<f64>>, tile<32xf64>, tile<32xi1> -> tile<32xf64>, token
    %o53, %tk53 = atomic_rmw_tko relaxed device %pf64, xchg, %vf64 token=%tk52 : tile<32xptr<f64>>, tile<32xf64> -> tile<32xf64>, token
    %b53 = bitcast %o53 : tile<32xf64> -> tile<32xi64>
    %a53 = addi %a49, %b53 : tile<32xi64>
    %o54, %tk54 = atomic_rmw_tko acquire sys %pf64, xchg, %vf64, %mask token=%tk53 : tile<32xptr<f64>>, tile<32xf64>, tile<32xi1> -> tile<32xf64>, token
    %o55, %tk55 = atomic_rmw_tko release tl_blk %pf64, xchg, %vf64 token=%tk54 : tile<32xptr<f64>>, tile<32xf64> -> tile<32xf64>, token
    %o56, %tk56 = atomic_rmw_tko acq_rel device %pf64, xchg, %vf64, %mask token=%tk55 : tile<32xptr<f64>>, tile<32xf64>, tile<32xi1> -> tile<32xf64>, token
    %o57, %tk57 = atomic_rmw_tko relaxed sys %pi64, and, %vi64 token=%toki640 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a57 = addi %a53, %o57 : tile<32xi64>
    %o58, %tk58 = atomic_rmw_tko acquire tl_blk %pi64, and, %vi64, %mask token=%tk57 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o59, %tk59 = atomic_rmw_tko release device %pi64, and, %vi64 token=%tk58 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o60, %tk60 = atomic_rmw_tko acq_rel sys %pi64, and, %vi64, %mask token=%tk59 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o61, %tk61 = atomic_rmw_tko relaxed tl_blk %pi64, or, %vi64 token=%tk60 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a61 = addi %a57, %o61 : tile<32xi64>
    %o62, %tk62 = atomic_rmw_tko acquire device %pi64, or, %vi64, %mask token=%tk61 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o63, %tk63 = atomic_rmw_tko release sys %pi64, or, %vi64 token=%tk62 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o64, %tk64 = atomic_rmw_tko acq_rel tl_blk %pi64, or, %vi64, %mask token=%tk63 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o65, %tk65 = atomic_rmw_tko relaxed device %pi64, xor, %vi64 token=%tk64 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a65 = addi %a61, %o65 : tile<32xi64>
    %o66, %tk66 = atomic_rmw_tko acquire sys %pi64, xor, %vi64, %mask token=%tk65 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o67, %tk67 = atomic_rmw_tko release tl_blk %pi64, xor, %vi64 token=%tk66 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o68, %tk68 = atomic_rmw_tko acq_rel device %pi64, xor, %vi64, %mask token=%tk67 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o69, %tk69 = atomic_rmw_tko relaxed sys %pi64, add, %vi64 token=%tk68 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a69 = addi %a65, %o69 : tile<32xi64>
    %o70, %tk70 = atomic_rmw_tko acquire tl_blk %pi64, add, %vi64, %mask token=%tk69 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o71, %tk71 = atomic_rmw_tko release device %pi64, add, %vi64 token=%tk70 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o72, %tk72 = atomic_rmw_tko acq_rel sys %pi64, add, %vi64, %mask token=%tk71 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o73, %tk73 = atomic_rmw_tko relaxed tl_blk %pi64, max, %vi64 token=%tk72 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a73 = addi %a69, %o73 : tile<32xi64>
    %o74, %tk74 = atomic_rmw_tko acquire device %pi64, max, %vi64, %mask token=%tk73 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o75, %tk75 = atomic_rmw_tko release sys %pi64, max, %vi64 token=%tk74 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o76, %tk76 = atomic_rmw_tko acq_rel tl_blk %pi64, max, %vi64, %mask token=%tk75 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o77, %tk77 = atomic_rmw_tko relaxed device %pi64, min, %vi64 token=%tk76 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a77 = addi %a73, %o77 : tile<32xi64>
    %o78, %tk78 = atomic_rmw_tko acquire sys %pi64, min, %vi64, %mask token=%tk77 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o79, %tk79 = atomic_rmw_tko release tl_blk %pi64, min, %vi64 token=%tk78 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o80, %tk80 = atomic_rmw_tko acq_rel device %pi64, min, %vi64, %mask token=%tk79 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o81, %tk81 = atomic_rmw_tko relaxed sys %pi64, umax, %vi64 token=%tk80 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a81 = addi %a77, %o81 : tile<32xi64>
    %o82, %tk82 = atomic_rmw_tko acquire tl_blk %pi64, umax, %vi64, %mask token=%tk81 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o83, %tk83 = atomic_rmw_tko release device %pi64, umax, %vi64 token=%tk82 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o84, %tk84 = atomic_rmw_tko acq_rel sys %pi64, umax, %vi64, %mask token=%tk83 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o85, %tk85 = atomic_rmw_tko relaxed tl_blk %pi64, umin, %vi64 token=%tk84 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a85 = addi %a81, %o85 : tile<32xi64>
    %o86, %tk86 = atomic_rmw_tko acquire device %pi64, umin, %vi64, %mask token=%tk85 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o87, %tk87 = atomic_rmw_tko release sys %pi64, umin, %vi64 token=%tk86 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o88, %tk88 = atomic_rmw_tko acq_rel tl_blk %pi64, umin, %vi64, %mask token=%tk87 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o89, %tk89 = atomic_rmw_tko relaxed device %pi64, xchg, %vi64 token=%tk88 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %a89 = addi %a85, %o89 : tile<32xi64>
    %o90, %tk90 = atomic_rmw_tko acquire sys %pi64, xchg, %vi64, %mask token=%tk89 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %o91, %tk91 = atomic_rmw_tko release tl_blk %pi64, xchg, %vi64 token=%tk90 : tile<32xptr<i64>>, tile<32xi64> -> tile<32xi64>, token
    %o92, %tk92 = atomic_rmw_tko acq_rel device %pi64, xchg, %vi64, %mask token=%tk91 : tile<32xptr<i64>>, tile<32xi64>, tile<32xi1> -> tile<32xi64>, token
    %q1 = reshape %out : tile<ptr<i64>> -> tile<1xptr<i64>>
    %q2 = broadcast %q1 : tile<1xptr<i64>> -> tile<32xptr<i64>>
    %q = offset %q2, %i : tile<32xptr<i64>>, tile<32xi32> -> tile<32xptr<i64>>
    %t = store_ptr_tko weak %q, %a89 : tile<32xptr<i64>>, tile<32xi64> -> token
    return
  }
}
