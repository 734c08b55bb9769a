// Attention behind generate-schedule-constraints, whose loop's ops are in groups that share resources: where a group finds no seats
// in one order, another order may have them. --scheduler documented --max-constraint-iterations 1 tries a single one.
// ---- nv_tileas after generate-schedule-constraints
nv_tileas.func @attention_Kt2_A3f16_1s2t32768_2s512t64_4s64t1_p16_A3f16_1s2t32768_2s512t64_4s64t1_p16_A3f16_1s2t32768_2s512t64_4s64t1_p16_A3f16_1s2t32768_2s512t64_4s64t1_p16_F3fc0000000000000_I128_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %O: tile<ptr<f16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = nv_tileas.create_mem_token : token
  %1 = nv_tileas.assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = nv_tileas.assume div_by<16>, %K : tile<ptr<f16>>
  %3 = nv_tileas.assume div_by<16>, %V : tile<ptr<f16>>
  %4 = nv_tileas.assume div_by<16>, %O : tile<ptr<f16>>
  %29 = nv_tileas.make_memref %1, shape = [2, 512, 64], strides = [32768, 64, 1] : tensor_view<2x512x64xf16, strides=[32768,64,1]>
  %30 = nv_tileas.make_memref %2, shape = [2, 512, 64], strides = [32768, 64, 1] : tensor_view<2x512x64xf16, strides=[32768,64,1]>
  %31 = nv_tileas.make_memref %3, shape = [2, 512, 64], strides = [32768, 64, 1] : tensor_view<2x512x64xf16, strides=[32768,64,1]>
  %32 = nv_tileas.make_memref %4, shape = [2, 512, 64], strides = [32768, 64, 1] : tensor_view<2x512x64xf16, strides=[32768,64,1]>
  %block, %head, %34 = nv_tileas.get_program_id : tile<i32>
  %37 = arith.constant <i32: 0> : tile<i32>
  %38 = nv_tileas.make_tiled_view %29 : partition_view<tile=(1x128x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>>
  %39, %40 = nv_tileas.tiled_load weak %38[%head, %block, %37] token = %0 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(1x128x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>>, tile<i32> -> tile<1x128x64xf16>, token
  %q = nv_tileas.view %39 : tile<1x128x64xf16> -> tile<128x64xf16>
  %highest = arith.constant <f32: 0xFF800000> : tile<128x1xf32>
  %total = arith.constant <f32: 0.000000e+00> : tile<128x1xf32>
  %acc = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %43 = arith.constant <i32: 8> : tile<i32>
  %46 = arith.constant <i32: 1> : tile<i32>
  %48 = nv_tileas.make_tiled_view %30 : partition_view<tile=(1x64x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>, dim_map=[0, 2, 1]>
  %52 = arith.constant <f32: 0.180336878> : tile<128x64xf32>
  %54 = nv_tileas.make_tiled_view %31 : partition_view<tile=(1x64x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>>
  %acc_1, %highest_1, %total_1 = scf.for %j in (%37 to %43, step %46) : tile<i32> iter_values(%acc_2 = %acc, %highest_2 = %highest, %total_2 = %total) -> (tile<128x64xf32>, tile<128x1xf32>, tile<128x1xf32>) {
    %55, %56 = nv_tileas.tiled_load weak %48[%head, %37, %j] token = %0 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(1x64x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %k = nv_tileas.view %55 {tileas.schedule.constraint.gid = 1} : tile<1x64x64xf16> -> tile<64x64xf16>
    %57 = nv_tileas.dot %q, %k, %acc {tileas.schedule.constraint.gid = 0} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %s = arith.mulf %57, %52  : tile<128x64xf32>
    %58 = nv_tileas.reduce %s dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32> 
    (%59: tile<f32>, %60: tile<f32>) {
      %61 = arith.maxf %59, %60 : tile<f32>
      scf.yield %61 : tile<f32>
    }
    %62 = nv_tileas.view %58 : tile<128xf32> -> tile<128x1xf32>
    %new = arith.maxf %highest_2, %62 {tileas.schedule.constraint.gid = 4, tileas.schedule.constraint.leader_gid = 3} : tile<128x1xf32>
    %63 = nv_tileas.broadcast %new {tileas.schedule.constraint.gid = 3} : tile<128x1xf32> -> tile<128x64xf32>
    %64 = arith.subf %s, %63  {tileas.schedule.constraint.gid = 0} : tile<128x64xf32>
    %p = arith.exp2 %64 flush_to_zero {tileas.schedule.constraint.gid = 4, tileas.schedule.constraint.leader_gid = 2} : tile<128x64xf32>
    %65 = arith.subf %highest_2, %new  : tile<128x1xf32>
    %shrink = arith.exp2 %65 {tileas.schedule.constraint.gid = 2} : tile<128x1xf32>
    %66 = nv_tileas.reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<128x64xf32> -> tile<128xf32> 
    (%67: tile<f32>, %68: tile<f32>) {
      %69 = arith.addf %67, %68  : tile<f32>
      scf.yield %69 : tile<f32>
    }
    %70 = nv_tileas.view %66 {tileas.schedule.constraint.gid = 1} : tile<128xf32> -> tile<128x1xf32>
    %total_3 = arith.fma %total_2, %shrink, %70  : tile<128x1xf32>
    %71, %72 = nv_tileas.tiled_load weak %54[%head, %j, %37] token = %0 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 4} : partition_view<tile=(1x64x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %v = nv_tileas.view %71 {tileas.schedule.constraint.gid = 3} : tile<1x64x64xf16> -> tile<64x64xf16>
    %73 = arith.ftof %p  {tileas.schedule.constraint.gid = 2} : tile<128x64xf32> -> tile<128x64xf16>
    %74 = nv_tileas.broadcast %shrink {tileas.schedule.constraint.gid = 3} : tile<128x1xf32> -> tile<128x64xf32>
    %75 = arith.mulf %acc_2, %74  {tileas.schedule.constraint.gid = 2} : tile<128x64xf32>
    %acc_3 = nv_tileas.dot %73, %v, %75 {tileas.schedule.constraint.gid = 1} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %acc_3, %new, %total_3 : tile<128x64xf32>, tile<128x1xf32>, tile<128x1xf32>
  }
  %77 = nv_tileas.broadcast %total_1 : tile<128x1xf32> -> tile<128x64xf32>
  %78 = arith.divf %acc_1, %77  : tile<128x64xf32>
  %79 = arith.ftof %78  : tile<128x64xf32> -> tile<128x64xf16>
  %80 = nv_tileas.view %79 : tile<128x64xf16> -> tile<1x128x64xf16>
  %81 = nv_tileas.make_tiled_view %32 : partition_view<tile=(1x128x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>>
  %82 = nv_tileas.tiled_store weak %80, %81[%head, %block, %37] token = %0 : tile<1x128x64xf16>, partition_view<tile=(1x128x64), tensor_view<2x512x64xf16, strides=[32768,64,1]>>, tile<i32> -> token
  nv_tileas.return
}
