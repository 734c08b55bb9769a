// Gradients of keys and values behind generate-schedule-constraints, with a group of ops that neither the order of their priorities nor
// another group nor other orders find seats for (sm_90a, --scheduler documented): the cost arm does.
// ---- nv_tileas after generate-schedule-constraints
nv_tileas.func @attn_dkdv_Kt2_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A2f32_1s2t128_2s128t1_p16_A2f32_1s2t128_2s128t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_F3fc0000000000000_I64_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %dO: tile<ptr<f16>>, %dO_size0: tile<i32>, %dO_size1: tile<i32>, %dO_size2: tile<i32>, %dO_stride0: tile<i32>, %dO_stride1: tile<i32>, %dO_stride2: tile<i32>, %LSE: tile<ptr<f32>>, %LSE_size0: tile<i32>, %LSE_size1: tile<i32>, %LSE_stride0: tile<i32>, %LSE_stride1: tile<i32>, %Delta: tile<ptr<f32>>, %Delta_size0: tile<i32>, %Delta_size1: tile<i32>, %Delta_stride0: tile<i32>, %Delta_stride1: tile<i32>, %dK: tile<ptr<f16>>, %dK_size0: tile<i32>, %dK_size1: tile<i32>, %dK_size2: tile<i32>, %dK_stride0: tile<i32>, %dK_stride1: tile<i32>, %dK_stride2: tile<i32>, %dV: tile<ptr<f16>>, %dV_size0: tile<i32>, %dV_size1: tile<i32>, %dV_size2: tile<i32>, %dV_stride0: tile<i32>, %dV_stride1: tile<i32>, %dV_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = nv_tileas.create_mem_token : token
  %1 = nv_tileas.assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = nv_tileas.assume div_by<16>, %K : tile<ptr<f16>>
  %3 = nv_tileas.assume div_by<16>, %V : tile<ptr<f16>>
  %4 = nv_tileas.assume div_by<16>, %dO : tile<ptr<f16>>
  %5 = nv_tileas.assume div_by<16>, %LSE : tile<ptr<f32>>
  %6 = nv_tileas.assume div_by<16>, %Delta : tile<ptr<f32>>
  %7 = nv_tileas.assume div_by<16>, %dK : tile<ptr<f16>>
  %8 = nv_tileas.assume div_by<16>, %dV : tile<ptr<f16>>
  %53 = nv_tileas.make_memref %1, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %54 = nv_tileas.make_memref %2, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %55 = nv_tileas.make_memref %3, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %56 = nv_tileas.make_memref %4, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %57 = nv_tileas.make_memref %5, shape = [2, 128], strides = [128, 1] : tensor_view<2x128xf32, strides=[128,1]>
  %58 = nv_tileas.make_memref %6, shape = [2, 128], strides = [128, 1] : tensor_view<2x128xf32, strides=[128,1]>
  %59 = nv_tileas.make_memref %7, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %60 = nv_tileas.make_memref %8, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %block, %head, %63 = nv_tileas.get_program_id : tile<i32>
  %66 = arith.constant <i32: 0> : tile<i32>
  %67 = nv_tileas.make_tiled_view %54 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %68, %69 = nv_tileas.tiled_load weak %67[%head, %block, %66] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %k = nv_tileas.view %68 : tile<1x64x64xf16> -> tile<64x64xf16>
  %71 = nv_tileas.make_tiled_view %55 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %72, %73 = nv_tileas.tiled_load weak %71[%head, %block, %66] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %v = nv_tileas.view %72 : tile<1x64x64xf16> -> tile<64x64xf16>
  %dk = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %76 = arith.constant <i32: 2> : tile<i32>
  %79 = arith.constant <i32: 1> : tile<i32>
  %81 = nv_tileas.make_tiled_view %53 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>
  %82 = nv_tileas.make_tiled_view %57 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>
  %86 = arith.constant <f32: 0.180336878> : tile<64x64xf32>
  %88 = nv_tileas.make_tiled_view %56 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %90 = nv_tileas.make_tiled_view %56 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>
  %92 = nv_tileas.make_tiled_view %58 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>
  %94 = nv_tileas.make_tiled_view %53 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %95, %96 = scf.for %i in (%66 to %76, step %79) : tile<i32> iter_values(%dk_1 = %dk, %dv_1 = %dk) -> (tile<64x64xf32>, tile<64x64xf32>) {
    %97, %98 = nv_tileas.tiled_load weak %81[%head, %66, %i] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %qt = nv_tileas.view %97 : tile<1x64x64xf16> -> tile<64x64xf16>
    %lse, %99 = nv_tileas.tiled_load weak %82[%head, %i] token = %0 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>, tile<i32> -> tile<1x64xf32>, token
    %100 = nv_tileas.dot %k, %qt, %dk {tileas.schedule.constraint.gid = 0} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %101 = nv_tileas.broadcast %lse : tile<1x64xf32> -> tile<64x64xf32>
    %102 = arith.negf %101 {tileas.schedule.constraint.gid = 0} : tile<64x64xf32>
    %103 = arith.fma %100, %86, %102  {tileas.schedule.constraint.gid = 0} : tile<64x64xf32>
    %pt = arith.exp2 %103 {tileas.schedule.constraint.gid = 0} : tile<64x64xf32>
    %104, %105 = nv_tileas.tiled_load weak %88[%head, %i, %66] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %do = nv_tileas.view %104 : tile<1x64x64xf16> -> tile<64x64xf16>
    %106 = arith.ftof %pt  {tileas.schedule.constraint.gid = 0} : tile<64x64xf32> -> tile<64x64xf16>
    %dv_2 = nv_tileas.dot %106, %do, %dv_1 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %107, %108 = nv_tileas.tiled_load weak %90[%head, %66, %i] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %dot = nv_tileas.view %107 : tile<1x64x64xf16> -> tile<64x64xf16>
    %dpt = nv_tileas.dot %v, %dot, %dk : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %delta, %109 = nv_tileas.tiled_load weak %92[%head, %i] token = %0 {tileas.schedule.constraint.gid = 0} : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>, tile<i32> -> tile<1x64xf32>, token
    %110 = nv_tileas.broadcast %delta : tile<1x64xf32> -> tile<64x64xf32>
    %111 = arith.subf %dpt, %110  {tileas.schedule.constraint.gid = 0} : tile<64x64xf32>
    %dst = arith.mulf %pt, %111  {tileas.schedule.constraint.leader_gid = 0} : tile<64x64xf32>
    %112, %113 = nv_tileas.tiled_load weak %94[%head, %i, %66] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %q = nv_tileas.view %112 : tile<1x64x64xf16> -> tile<64x64xf16>
    %114 = arith.ftof %dst  {tileas.schedule.constraint.gid = 0} : tile<64x64xf32> -> tile<64x64xf16>
    %dk_2 = nv_tileas.dot %114, %q, %dk_1 {tileas.schedule.constraint.gid = 0} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %dk_2, %dv_2 : tile<64x64xf32>, tile<64x64xf32>
  }
  %117 = arith.constant <f32: 1.250000e-01> : tile<64x64xf32>
  %118 = arith.mulf %95, %117  : tile<64x64xf32>
  %119 = arith.ftof %118  : tile<64x64xf32> -> tile<64x64xf16>
  %120 = nv_tileas.view %119 : tile<64x64xf16> -> tile<1x64x64xf16>
  %121 = nv_tileas.make_tiled_view %59 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %122 = nv_tileas.tiled_store weak %120, %121[%head, %block, %66] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> token
  %124 = arith.ftof %96  : tile<64x64xf32> -> tile<64x64xf16>
  %125 = nv_tileas.view %124 : tile<64x64xf16> -> tile<1x64x64xf16>
  %126 = nv_tileas.make_tiled_view %60 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %127 = nv_tileas.tiled_store weak %125, %126[%head, %block, %66] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> token
  nv_tileas.return
}
