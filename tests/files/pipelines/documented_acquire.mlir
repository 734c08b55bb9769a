// test: pipelines documented
// Mode 0, cooperative arrival: a matrix of participants without control flow
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 2, mode = cooperative_arrival}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= nvvm.mbarrier.wait.parity %2 + 16, %4
//= %5 = arith.constant <i1: false> : i1
//= %6 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %7 = arith.constant <i32: 1> : i32
//= %8 = llvm.insertvalue %7, %6[0] : !llvm.array<16 x i32>
//= %9 = arith.constant <i32: 2> : i32
//= %10 = llvm.insertvalue %9, %8[1] : !llvm.array<16 x i32>
//= %11 = arith.constant <i32: 4> : i32
//= %12 = llvm.insertvalue %11, %10[2] : !llvm.array<16 x i32>
//= %13 = arith.constant <i32: 0> : i32
//= %14 = llvm.insertvalue %13, %12[3] : !llvm.array<16 x i32>
//= %15 = arith.constant <i32: 0> : i32
//= %16 = llvm.insertvalue %15, %14[4] : !llvm.array<16 x i32>
//= %17 = arith.constant <i32: 0> : i32
//= %18 = llvm.insertvalue %17, %16[5] : !llvm.array<16 x i32>
//= %19 = arith.constant <i32: 0> : i32
//= %20 = llvm.insertvalue %19, %18[6] : !llvm.array<16 x i32>
//= %21 = arith.constant <i32: 0> : i32
//= %22 = llvm.insertvalue %21, %20[7] : !llvm.array<16 x i32>
//= %23 = arith.constant <i32: 0> : i32
//= %24 = llvm.insertvalue %23, %22[8] : !llvm.array<16 x i32>
//= %25 = arith.constant <i32: 0> : i32
//= %26 = llvm.insertvalue %25, %24[9] : !llvm.array<16 x i32>
//= %27 = arith.constant <i32: 0> : i32
//= %28 = llvm.insertvalue %27, %26[10] : !llvm.array<16 x i32>
//= %29 = arith.constant <i32: 0> : i32
//= %30 = llvm.insertvalue %29, %28[11] : !llvm.array<16 x i32>
//= %31 = arith.constant <i32: 0> : i32
//= %32 = llvm.insertvalue %31, %30[12] : !llvm.array<16 x i32>
//= %33 = arith.constant <i32: 0> : i32
//= %34 = llvm.insertvalue %33, %32[13] : !llvm.array<16 x i32>
//= %35 = arith.constant <i32: 0> : i32
//= %36 = llvm.insertvalue %35, %34[14] : !llvm.array<16 x i32>
//= %37 = arith.constant <i32: 0> : i32
//= %38 = llvm.insertvalue %37, %36[15] : !llvm.array<16 x i32>
//= %39 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %40 = arith.constant <i32: 0> : i32
//= %41 = llvm.extractvalue %38[0] : !llvm.array<16 x i32> -> i32
//= %42 = llvm.icmp ne %41, %40 : i32 -> i1
//= %43 = arith.constant <i32: -2> : i32
//= %44 = llvm.and %41, %43 : i32
//= %45 = llvm.select %5, %41, %44 : i32
//= %46 = llvm.select %42, %45, %41 : i32
//= %47 = llvm.or %40, %46 : i32
//= %48 = llvm.extractvalue %38[0] : !llvm.array<16 x i32> -> i32
//= %49 = llvm.icmp ne %48, %40 : i32 -> i1
//= %50 = arith.constant <i32: -2> : i32
//= %51 = llvm.and %48, %50 : i32
//= %52 = llvm.select %5, %48, %51 : i32
//= %53 = llvm.select %49, %52, %48 : i32
//= %54 = llvm.or %47, %53 : i32
//= %55 = llvm.insertvalue %54, %39[0] : !llvm.array<16 x i32>
//= %56 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %57 = arith.constant <i32: 0> : i32
//= %58 = llvm.extractvalue %38[0] : !llvm.array<16 x i32> -> i32
//= %59 = llvm.icmp ne %58, %57 : i32 -> i1
//= %60 = arith.constant <i32: -2> : i32
//= %61 = llvm.and %58, %60 : i32
//= %62 = llvm.select %5, %61, %58 : i32
//= %63 = llvm.select %59, %62, %58 : i32
//= %64 = llvm.or %57, %63 : i32
//= %65 = llvm.extractvalue %38[0] : !llvm.array<16 x i32> -> i32
//= %66 = llvm.icmp ne %65, %57 : i32 -> i1
//= %67 = arith.constant <i32: -2> : i32
//= %68 = llvm.and %65, %67 : i32
//= %69 = llvm.select %5, %68, %65 : i32
//= %70 = llvm.select %66, %69, %65 : i32
//= %71 = llvm.or %64, %70 : i32
//= %72 = llvm.insertvalue %71, %56[0] : !llvm.array<16 x i32>
//= %73 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %74 = arith.constant <i32: 0> : i32
//= %75 = llvm.extractvalue %38[1] : !llvm.array<16 x i32> -> i32
//= %76 = llvm.icmp ne %75, %74 : i32 -> i1
//= %77 = arith.constant <i32: -2> : i32
//= %78 = llvm.and %75, %77 : i32
//= %79 = llvm.select %5, %75, %78 : i32
//= %80 = llvm.select %76, %79, %75 : i32
//= %81 = llvm.or %74, %80 : i32
//= %82 = llvm.extractvalue %38[2] : !llvm.array<16 x i32> -> i32
//= %83 = llvm.icmp ne %82, %74 : i32 -> i1
//= %84 = arith.constant <i32: -2> : i32
//= %85 = llvm.and %82, %84 : i32
//= %86 = llvm.select %5, %82, %85 : i32
//= %87 = llvm.select %83, %86, %82 : i32
//= %88 = llvm.or %81, %87 : i32
//= %89 = llvm.insertvalue %88, %73[0] : !llvm.array<16 x i32>
//= %90 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %91 = arith.constant <i32: 0> : i32
//= %92 = llvm.extractvalue %38[1] : !llvm.array<16 x i32> -> i32
//= %93 = llvm.icmp ne %92, %91 : i32 -> i1
//= %94 = arith.constant <i32: -2> : i32
//= %95 = llvm.and %92, %94 : i32
//= %96 = llvm.select %5, %95, %92 : i32
//= %97 = llvm.select %93, %96, %92 : i32
//= %98 = llvm.or %91, %97 : i32
//= %99 = llvm.extractvalue %38[2] : !llvm.array<16 x i32> -> i32
//= %100 = llvm.icmp ne %99, %91 : i32 -> i1
//= %101 = arith.constant <i32: -2> : i32
//= %102 = llvm.and %99, %101 : i32
//= %103 = llvm.select %5, %102, %99 : i32
//= %104 = llvm.select %100, %103, %99 : i32
//= %105 = llvm.or %98, %104 : i32
//= %106 = llvm.insertvalue %105, %90[0] : !llvm.array<16 x i32>
//= %107 = llvm.extractvalue %55[0] : !llvm.array<16 x i32> -> i32
//= %108 = arith.constant <i32: 0> : i32
//= %109 = llvm.icmp ne %107, %108 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %109
//= %110 = llvm.extractvalue %72[0] : !llvm.array<16 x i32> -> i32
//= %111 = arith.constant <i32: 0> : i32
//= %112 = llvm.icmp ne %110, %111 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %112
//= %113 = llvm.extractvalue %89[0] : !llvm.array<16 x i32> -> i32
//= %114 = arith.constant <i32: 0> : i32
//= %115 = llvm.icmp ne %113, %114 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %115
//= %116 = llvm.extractvalue %106[0] : !llvm.array<16 x i32> -> i32
//= %117 = arith.constant <i32: 0> : i32
//= %118 = llvm.icmp ne %116, %117 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %118
// -----
// test: pipelines documented
// Mode 1, one producer and one consumer: a chain over the stages
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, mode = warp_specialized_1x1}
%p = cutlass.pipeline.state.create producer
%first = arith.constant <i1: true> : i1
cutlass.pipeline.producer_acquire %pipe, %p first = %first
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %first = arith.constant <i1: true> : i1
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= %5 = arith.constant <i1: true> : i1
//= %6 = arith.xori %first, %5 : i1
//= scf.if %6 {
//=   nvvm.mbarrier.wait.parity %2 + 16, %4
//= }
//= %7 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %8 = arith.constant <i32: 1> : i32
//= %9 = llvm.insertvalue %8, %7[0] : !llvm.array<16 x i32>
//= %10 = arith.constant <i32: 2> : i32
//= %11 = llvm.insertvalue %10, %9[1] : !llvm.array<16 x i32>
//= %12 = arith.constant <i32: 0> : i32
//= %13 = llvm.insertvalue %12, %11[2] : !llvm.array<16 x i32>
//= %14 = arith.constant <i32: 0> : i32
//= %15 = llvm.insertvalue %14, %13[3] : !llvm.array<16 x i32>
//= %16 = arith.constant <i32: 0> : i32
//= %17 = llvm.insertvalue %16, %15[4] : !llvm.array<16 x i32>
//= %18 = arith.constant <i32: 0> : i32
//= %19 = llvm.insertvalue %18, %17[5] : !llvm.array<16 x i32>
//= %20 = arith.constant <i32: 0> : i32
//= %21 = llvm.insertvalue %20, %19[6] : !llvm.array<16 x i32>
//= %22 = arith.constant <i32: 0> : i32
//= %23 = llvm.insertvalue %22, %21[7] : !llvm.array<16 x i32>
//= %24 = arith.constant <i32: 0> : i32
//= %25 = llvm.insertvalue %24, %23[8] : !llvm.array<16 x i32>
//= %26 = arith.constant <i32: 0> : i32
//= %27 = llvm.insertvalue %26, %25[9] : !llvm.array<16 x i32>
//= %28 = arith.constant <i32: 0> : i32
//= %29 = llvm.insertvalue %28, %27[10] : !llvm.array<16 x i32>
//= %30 = arith.constant <i32: 0> : i32
//= %31 = llvm.insertvalue %30, %29[11] : !llvm.array<16 x i32>
//= %32 = arith.constant <i32: 0> : i32
//= %33 = llvm.insertvalue %32, %31[12] : !llvm.array<16 x i32>
//= %34 = arith.constant <i32: 0> : i32
//= %35 = llvm.insertvalue %34, %33[13] : !llvm.array<16 x i32>
//= %36 = arith.constant <i32: 0> : i32
//= %37 = llvm.insertvalue %36, %35[14] : !llvm.array<16 x i32>
//= %38 = arith.constant <i32: 0> : i32
//= %39 = llvm.insertvalue %38, %37[15] : !llvm.array<16 x i32>
//= %40 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %41 = arith.constant <i32: 0> : i32
//= %42 = llvm.extractvalue %39[0] : !llvm.array<16 x i32> -> i32
//= %43 = arith.constant <i32: -2> : i32
//= %44 = llvm.and %42, %43 : i32
//= %45 = llvm.select %first, %42, %44 : i32
//= %46 = arith.constant <i32: 0> : i32
//= %47 = llvm.icmp ne %p_0, %46 : i32 -> i1
//= %48 = llvm.select %47, %41, %45 : i32
//= %49 = llvm.or %41, %48 : i32
//= %50 = arith.constant <i32: 1> : i32
//= %51 = llvm.icmp ne %p_0, %50 : i32 -> i1
//= %52 = llvm.select %51, %41, %45 : i32
//= %53 = llvm.or %49, %52 : i32
//= %54 = llvm.insertvalue %53, %40[0] : !llvm.array<16 x i32>
//= %55 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %56 = arith.constant <i32: 0> : i32
//= %57 = llvm.extractvalue %39[0] : !llvm.array<16 x i32> -> i32
//= %58 = arith.constant <i32: -2> : i32
//= %59 = llvm.and %57, %58 : i32
//= %60 = llvm.select %first, %59, %57 : i32
//= %61 = arith.constant <i32: 0> : i32
//= %62 = llvm.icmp ne %p_0, %61 : i32 -> i1
//= %63 = llvm.select %62, %56, %60 : i32
//= %64 = llvm.or %56, %63 : i32
//= %65 = arith.constant <i32: 1> : i32
//= %66 = llvm.icmp ne %p_0, %65 : i32 -> i1
//= %67 = llvm.select %66, %56, %60 : i32
//= %68 = llvm.or %64, %67 : i32
//= %69 = llvm.insertvalue %68, %55[0] : !llvm.array<16 x i32>
//= %70 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %71 = arith.constant <i32: 0> : i32
//= %72 = llvm.extractvalue %39[1] : !llvm.array<16 x i32> -> i32
//= %73 = arith.constant <i32: -2> : i32
//= %74 = llvm.and %72, %73 : i32
//= %75 = llvm.select %first, %72, %74 : i32
//= %76 = arith.constant <i32: 0> : i32
//= %77 = llvm.icmp ne %p_0, %76 : i32 -> i1
//= %78 = llvm.select %77, %71, %75 : i32
//= %79 = llvm.or %71, %78 : i32
//= %80 = arith.constant <i32: 1> : i32
//= %81 = llvm.icmp ne %p_0, %80 : i32 -> i1
//= %82 = llvm.select %81, %71, %75 : i32
//= %83 = llvm.or %79, %82 : i32
//= %84 = llvm.insertvalue %83, %70[0] : !llvm.array<16 x i32>
//= %85 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %86 = arith.constant <i32: 0> : i32
//= %87 = llvm.extractvalue %39[1] : !llvm.array<16 x i32> -> i32
//= %88 = arith.constant <i32: -2> : i32
//= %89 = llvm.and %87, %88 : i32
//= %90 = llvm.select %first, %89, %87 : i32
//= %91 = arith.constant <i32: 0> : i32
//= %92 = llvm.icmp ne %p_0, %91 : i32 -> i1
//= %93 = llvm.select %92, %86, %90 : i32
//= %94 = llvm.or %86, %93 : i32
//= %95 = arith.constant <i32: 1> : i32
//= %96 = llvm.icmp ne %p_0, %95 : i32 -> i1
//= %97 = llvm.select %96, %86, %90 : i32
//= %98 = llvm.or %94, %97 : i32
//= %99 = llvm.insertvalue %98, %85[0] : !llvm.array<16 x i32>
//= %100 = llvm.extractvalue %54[0] : !llvm.array<16 x i32> -> i32
//= %101 = arith.constant <i32: 0> : i32
//= %102 = llvm.icmp ne %100, %101 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %102
//= %103 = llvm.extractvalue %69[0] : !llvm.array<16 x i32> -> i32
//= %104 = arith.constant <i32: 0> : i32
//= %105 = llvm.icmp ne %103, %104 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %105
//= %106 = llvm.extractvalue %84[0] : !llvm.array<16 x i32> -> i32
//= %107 = arith.constant <i32: 0> : i32
//= %108 = llvm.icmp ne %106, %107 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %108
//= %109 = llvm.extractvalue %99[0] : !llvm.array<16 x i32> -> i32
//= %110 = arith.constant <i32: 0> : i32
//= %111 = llvm.icmp ne %109, %110 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %111
// -----
// test: pipelines documented
// Mode 2, strided with a remainder
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 8, mode = strided_urem}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= nvvm.mbarrier.wait.parity %2 + 16, %4
//= %5 = arith.constant <i1: false> : i1
//= %6 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %7 = arith.constant <i32: 1> : i32
//= %8 = llvm.insertvalue %7, %6[0] : !llvm.array<16 x i32>
//= %9 = arith.constant <i32: 2> : i32
//= %10 = llvm.insertvalue %9, %8[1] : !llvm.array<16 x i32>
//= %11 = arith.constant <i32: 4> : i32
//= %12 = llvm.insertvalue %11, %10[2] : !llvm.array<16 x i32>
//= %13 = arith.constant <i32: 8> : i32
//= %14 = llvm.insertvalue %13, %12[3] : !llvm.array<16 x i32>
//= %15 = arith.constant <i32: 16> : i32
//= %16 = llvm.insertvalue %15, %14[4] : !llvm.array<16 x i32>
//= %17 = arith.constant <i32: 32> : i32
//= %18 = llvm.insertvalue %17, %16[5] : !llvm.array<16 x i32>
//= %19 = arith.constant <i32: 64> : i32
//= %20 = llvm.insertvalue %19, %18[6] : !llvm.array<16 x i32>
//= %21 = arith.constant <i32: 128> : i32
//= %22 = llvm.insertvalue %21, %20[7] : !llvm.array<16 x i32>
//= %23 = arith.constant <i32: 256> : i32
//= %24 = llvm.insertvalue %23, %22[8] : !llvm.array<16 x i32>
//= %25 = arith.constant <i32: 512> : i32
//= %26 = llvm.insertvalue %25, %24[9] : !llvm.array<16 x i32>
//= %27 = arith.constant <i32: 0> : i32
//= %28 = llvm.insertvalue %27, %26[10] : !llvm.array<16 x i32>
//= %29 = arith.constant <i32: 0> : i32
//= %30 = llvm.insertvalue %29, %28[11] : !llvm.array<16 x i32>
//= %31 = arith.constant <i32: 0> : i32
//= %32 = llvm.insertvalue %31, %30[12] : !llvm.array<16 x i32>
//= %33 = arith.constant <i32: 0> : i32
//= %34 = llvm.insertvalue %33, %32[13] : !llvm.array<16 x i32>
//= %35 = arith.constant <i32: 0> : i32
//= %36 = llvm.insertvalue %35, %34[14] : !llvm.array<16 x i32>
//= %37 = arith.constant <i32: 0> : i32
//= %38 = llvm.insertvalue %37, %36[15] : !llvm.array<16 x i32>
//= %39 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %40 = arith.constant <i32: 0> : i32
//= %41 = arith.constant <i32: 2> : i32
//= %42 = arith.constant <i32: 1> : i32
//= %43 = arith.constant <i32: 0> : i32
//= %44 = scf.for %45 in (%40 to %41, step %42) : i32 iter_values(%46 = %43) -> (i32) {
//=   %47 = arith.constant <i32: 2> : i32
//=   %48 = arith.constant <i32: 0> : i32
//=   %49 = llvm.add %45, %48 : i32
//=   %50 = llvm.urem %49, %47 : i32
//=   %51 = llvm.or %46, %50 : i32
//=   scf.continue %51 : i32
//= }
//= %52 = llvm.insertvalue %44, %39[0] : !llvm.array<16 x i32>
//= %53 = arith.constant <i32: 0> : i32
//= %54 = arith.constant <i32: 2> : i32
//= %55 = arith.constant <i32: 1> : i32
//= %56 = arith.constant <i32: 0> : i32
//= %57 = scf.for %58 in (%53 to %54, step %55) : i32 iter_values(%59 = %56) -> (i32) {
//=   %60 = arith.constant <i32: 2> : i32
//=   %61 = arith.constant <i32: 0> : i32
//=   %62 = llvm.add %58, %61 : i32
//=   %63 = llvm.urem %62, %60 : i32
//=   %64 = llvm.or %59, %63 : i32
//=   scf.continue %64 : i32
//= }
//= %65 = llvm.insertvalue %57, %52[1] : !llvm.array<16 x i32>
//= %66 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %67 = arith.constant <i32: 0> : i32
//= %68 = arith.constant <i32: 2> : i32
//= %69 = arith.constant <i32: 1> : i32
//= %70 = arith.constant <i32: 0> : i32
//= %71 = scf.for %72 in (%67 to %68, step %69) : i32 iter_values(%73 = %70) -> (i32) {
//=   %74 = arith.constant <i32: 2> : i32
//=   %75 = arith.constant <i32: 1> : i32
//=   %76 = llvm.add %72, %75 : i32
//=   %77 = llvm.urem %76, %74 : i32
//=   %78 = llvm.or %73, %77 : i32
//=   scf.continue %78 : i32
//= }
//= %79 = llvm.insertvalue %71, %66[0] : !llvm.array<16 x i32>
//= %80 = arith.constant <i32: 0> : i32
//= %81 = arith.constant <i32: 2> : i32
//= %82 = arith.constant <i32: 1> : i32
//= %83 = arith.constant <i32: 0> : i32
//= %84 = scf.for %85 in (%80 to %81, step %82) : i32 iter_values(%86 = %83) -> (i32) {
//=   %87 = arith.constant <i32: 2> : i32
//=   %88 = arith.constant <i32: 1> : i32
//=   %89 = llvm.add %85, %88 : i32
//=   %90 = llvm.urem %89, %87 : i32
//=   %91 = llvm.or %86, %90 : i32
//=   scf.continue %91 : i32
//= }
//= %92 = llvm.insertvalue %84, %79[1] : !llvm.array<16 x i32>
//= %93 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %94 = arith.constant <i32: 2> : i32
//= %95 = arith.constant <i32: 10> : i32
//= %96 = arith.constant <i32: 1> : i32
//= %97 = arith.constant <i32: 0> : i32
//= %98 = scf.for %99 in (%94 to %95, step %96) : i32 iter_values(%100 = %97) -> (i32) {
//=   %101 = arith.constant <i32: 2> : i32
//=   %102 = arith.constant <i32: 0> : i32
//=   %103 = llvm.add %99, %102 : i32
//=   %104 = llvm.urem %103, %101 : i32
//=   %105 = llvm.or %100, %104 : i32
//=   scf.continue %105 : i32
//= }
//= %106 = llvm.insertvalue %98, %93[0] : !llvm.array<16 x i32>
//= %107 = arith.constant <i32: 2> : i32
//= %108 = arith.constant <i32: 10> : i32
//= %109 = arith.constant <i32: 1> : i32
//= %110 = arith.constant <i32: 0> : i32
//= %111 = scf.for %112 in (%107 to %108, step %109) : i32 iter_values(%113 = %110) -> (i32) {
//=   %114 = arith.constant <i32: 2> : i32
//=   %115 = arith.constant <i32: 0> : i32
//=   %116 = llvm.add %112, %115 : i32
//=   %117 = llvm.urem %116, %114 : i32
//=   %118 = llvm.or %113, %117 : i32
//=   scf.continue %118 : i32
//= }
//= %119 = llvm.insertvalue %111, %106[1] : !llvm.array<16 x i32>
//= %120 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %121 = arith.constant <i32: 2> : i32
//= %122 = arith.constant <i32: 10> : i32
//= %123 = arith.constant <i32: 1> : i32
//= %124 = arith.constant <i32: 0> : i32
//= %125 = scf.for %126 in (%121 to %122, step %123) : i32 iter_values(%127 = %124) -> (i32) {
//=   %128 = arith.constant <i32: 2> : i32
//=   %129 = arith.constant <i32: 1> : i32
//=   %130 = llvm.add %126, %129 : i32
//=   %131 = llvm.urem %130, %128 : i32
//=   %132 = llvm.or %127, %131 : i32
//=   scf.continue %132 : i32
//= }
//= %133 = llvm.insertvalue %125, %120[0] : !llvm.array<16 x i32>
//= %134 = arith.constant <i32: 2> : i32
//= %135 = arith.constant <i32: 10> : i32
//= %136 = arith.constant <i32: 1> : i32
//= %137 = arith.constant <i32: 0> : i32
//= %138 = scf.for %139 in (%134 to %135, step %136) : i32 iter_values(%140 = %137) -> (i32) {
//=   %141 = arith.constant <i32: 2> : i32
//=   %142 = arith.constant <i32: 1> : i32
//=   %143 = llvm.add %139, %142 : i32
//=   %144 = llvm.urem %143, %141 : i32
//=   %145 = llvm.or %140, %144 : i32
//=   scf.continue %145 : i32
//= }
//= %146 = llvm.insertvalue %138, %133[1] : !llvm.array<16 x i32>
//= %147 = llvm.extractvalue %65[0] : !llvm.array<16 x i32> -> i32
//= %148 = arith.constant <i32: 0> : i32
//= %149 = llvm.icmp ne %147, %148 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %149
//= %150 = llvm.extractvalue %92[0] : !llvm.array<16 x i32> -> i32
//= %151 = arith.constant <i32: 0> : i32
//= %152 = llvm.icmp ne %150, %151 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %152
//= %153 = llvm.extractvalue %119[0] : !llvm.array<16 x i32> -> i32
//= %154 = arith.constant <i32: 0> : i32
//= %155 = llvm.icmp ne %153, %154 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %155
//= %156 = llvm.extractvalue %146[0] : !llvm.array<16 x i32> -> i32
//= %157 = arith.constant <i32: 0> : i32
//= %158 = llvm.icmp ne %156, %157 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %158
//= %159 = llvm.extractvalue %65[1] : !llvm.array<16 x i32> -> i32
//= %160 = arith.constant <i32: 0> : i32
//= %161 = llvm.icmp ne %159, %160 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %161
//= %162 = llvm.extractvalue %92[1] : !llvm.array<16 x i32> -> i32
//= %163 = arith.constant <i32: 0> : i32
//= %164 = llvm.icmp ne %162, %163 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %164
//= %165 = llvm.extractvalue %119[1] : !llvm.array<16 x i32> -> i32
//= %166 = arith.constant <i32: 0> : i32
//= %167 = llvm.icmp ne %165, %166 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %167
//= %168 = llvm.extractvalue %146[1] : !llvm.array<16 x i32> -> i32
//= %169 = arith.constant <i32: 0> : i32
//= %170 = llvm.icmp ne %168, %169 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %170
// -----
// test: pipelines documented
// Mode 3, strided with a quotient
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 8, mode = strided_udiv}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= nvvm.mbarrier.wait.parity %2 + 16, %4
//= %5 = arith.constant <i1: false> : i1
//= %6 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %7 = arith.constant <i32: 1> : i32
//= %8 = llvm.insertvalue %7, %6[0] : !llvm.array<16 x i32>
//= %9 = arith.constant <i32: 2> : i32
//= %10 = llvm.insertvalue %9, %8[1] : !llvm.array<16 x i32>
//= %11 = arith.constant <i32: 4> : i32
//= %12 = llvm.insertvalue %11, %10[2] : !llvm.array<16 x i32>
//= %13 = arith.constant <i32: 8> : i32
//= %14 = llvm.insertvalue %13, %12[3] : !llvm.array<16 x i32>
//= %15 = arith.constant <i32: 16> : i32
//= %16 = llvm.insertvalue %15, %14[4] : !llvm.array<16 x i32>
//= %17 = arith.constant <i32: 32> : i32
//= %18 = llvm.insertvalue %17, %16[5] : !llvm.array<16 x i32>
//= %19 = arith.constant <i32: 64> : i32
//= %20 = llvm.insertvalue %19, %18[6] : !llvm.array<16 x i32>
//= %21 = arith.constant <i32: 128> : i32
//= %22 = llvm.insertvalue %21, %20[7] : !llvm.array<16 x i32>
//= %23 = arith.constant <i32: 256> : i32
//= %24 = llvm.insertvalue %23, %22[8] : !llvm.array<16 x i32>
//= %25 = arith.constant <i32: 512> : i32
//= %26 = llvm.insertvalue %25, %24[9] : !llvm.array<16 x i32>
//= %27 = arith.constant <i32: 0> : i32
//= %28 = llvm.insertvalue %27, %26[10] : !llvm.array<16 x i32>
//= %29 = arith.constant <i32: 0> : i32
//= %30 = llvm.insertvalue %29, %28[11] : !llvm.array<16 x i32>
//= %31 = arith.constant <i32: 0> : i32
//= %32 = llvm.insertvalue %31, %30[12] : !llvm.array<16 x i32>
//= %33 = arith.constant <i32: 0> : i32
//= %34 = llvm.insertvalue %33, %32[13] : !llvm.array<16 x i32>
//= %35 = arith.constant <i32: 0> : i32
//= %36 = llvm.insertvalue %35, %34[14] : !llvm.array<16 x i32>
//= %37 = arith.constant <i32: 0> : i32
//= %38 = llvm.insertvalue %37, %36[15] : !llvm.array<16 x i32>
//= %39 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %40 = arith.constant <i32: 0> : i32
//= %41 = arith.constant <i32: 2> : i32
//= %42 = arith.constant <i32: 1> : i32
//= %43 = arith.constant <i32: 0> : i32
//= %44 = scf.for %45 in (%40 to %41, step %42) : i32 iter_values(%46 = %43) -> (i32) {
//=   %47 = arith.constant <i32: 3> : i32
//=   %48 = arith.constant <i32: 0> : i32
//=   %49 = llvm.add %45, %48 : i32
//=   %50 = llvm.udiv %49, %47 : i32
//=   %51 = llvm.or %46, %50 : i32
//=   scf.continue %51 : i32
//= }
//= %52 = llvm.insertvalue %44, %39[0] : !llvm.array<16 x i32>
//= %53 = arith.constant <i32: 0> : i32
//= %54 = arith.constant <i32: 2> : i32
//= %55 = arith.constant <i32: 1> : i32
//= %56 = arith.constant <i32: 0> : i32
//= %57 = scf.for %58 in (%53 to %54, step %55) : i32 iter_values(%59 = %56) -> (i32) {
//=   %60 = arith.constant <i32: 3> : i32
//=   %61 = arith.constant <i32: 0> : i32
//=   %62 = llvm.add %58, %61 : i32
//=   %63 = llvm.udiv %62, %60 : i32
//=   %64 = llvm.or %59, %63 : i32
//=   scf.continue %64 : i32
//= }
//= %65 = llvm.insertvalue %57, %52[1] : !llvm.array<16 x i32>
//= %66 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %67 = arith.constant <i32: 0> : i32
//= %68 = arith.constant <i32: 2> : i32
//= %69 = arith.constant <i32: 1> : i32
//= %70 = arith.constant <i32: 0> : i32
//= %71 = scf.for %72 in (%67 to %68, step %69) : i32 iter_values(%73 = %70) -> (i32) {
//=   %74 = arith.constant <i32: 3> : i32
//=   %75 = arith.constant <i32: 1> : i32
//=   %76 = llvm.add %72, %75 : i32
//=   %77 = llvm.udiv %76, %74 : i32
//=   %78 = llvm.or %73, %77 : i32
//=   scf.continue %78 : i32
//= }
//= %79 = llvm.insertvalue %71, %66[0] : !llvm.array<16 x i32>
//= %80 = arith.constant <i32: 0> : i32
//= %81 = arith.constant <i32: 2> : i32
//= %82 = arith.constant <i32: 1> : i32
//= %83 = arith.constant <i32: 0> : i32
//= %84 = scf.for %85 in (%80 to %81, step %82) : i32 iter_values(%86 = %83) -> (i32) {
//=   %87 = arith.constant <i32: 3> : i32
//=   %88 = arith.constant <i32: 1> : i32
//=   %89 = llvm.add %85, %88 : i32
//=   %90 = llvm.udiv %89, %87 : i32
//=   %91 = llvm.or %86, %90 : i32
//=   scf.continue %91 : i32
//= }
//= %92 = llvm.insertvalue %84, %79[1] : !llvm.array<16 x i32>
//= %93 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %94 = arith.constant <i32: 2> : i32
//= %95 = arith.constant <i32: 10> : i32
//= %96 = arith.constant <i32: 1> : i32
//= %97 = arith.constant <i32: 0> : i32
//= %98 = scf.for %99 in (%94 to %95, step %96) : i32 iter_values(%100 = %97) -> (i32) {
//=   %101 = arith.constant <i32: 3> : i32
//=   %102 = arith.constant <i32: 0> : i32
//=   %103 = llvm.add %99, %102 : i32
//=   %104 = llvm.udiv %103, %101 : i32
//=   %105 = llvm.or %100, %104 : i32
//=   scf.continue %105 : i32
//= }
//= %106 = llvm.insertvalue %98, %93[0] : !llvm.array<16 x i32>
//= %107 = arith.constant <i32: 2> : i32
//= %108 = arith.constant <i32: 10> : i32
//= %109 = arith.constant <i32: 1> : i32
//= %110 = arith.constant <i32: 0> : i32
//= %111 = scf.for %112 in (%107 to %108, step %109) : i32 iter_values(%113 = %110) -> (i32) {
//=   %114 = arith.constant <i32: 3> : i32
//=   %115 = arith.constant <i32: 0> : i32
//=   %116 = llvm.add %112, %115 : i32
//=   %117 = llvm.udiv %116, %114 : i32
//=   %118 = llvm.or %113, %117 : i32
//=   scf.continue %118 : i32
//= }
//= %119 = llvm.insertvalue %111, %106[1] : !llvm.array<16 x i32>
//= %120 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %121 = arith.constant <i32: 2> : i32
//= %122 = arith.constant <i32: 10> : i32
//= %123 = arith.constant <i32: 1> : i32
//= %124 = arith.constant <i32: 0> : i32
//= %125 = scf.for %126 in (%121 to %122, step %123) : i32 iter_values(%127 = %124) -> (i32) {
//=   %128 = arith.constant <i32: 3> : i32
//=   %129 = arith.constant <i32: 1> : i32
//=   %130 = llvm.add %126, %129 : i32
//=   %131 = llvm.udiv %130, %128 : i32
//=   %132 = llvm.or %127, %131 : i32
//=   scf.continue %132 : i32
//= }
//= %133 = llvm.insertvalue %125, %120[0] : !llvm.array<16 x i32>
//= %134 = arith.constant <i32: 2> : i32
//= %135 = arith.constant <i32: 10> : i32
//= %136 = arith.constant <i32: 1> : i32
//= %137 = arith.constant <i32: 0> : i32
//= %138 = scf.for %139 in (%134 to %135, step %136) : i32 iter_values(%140 = %137) -> (i32) {
//=   %141 = arith.constant <i32: 3> : i32
//=   %142 = arith.constant <i32: 1> : i32
//=   %143 = llvm.add %139, %142 : i32
//=   %144 = llvm.udiv %143, %141 : i32
//=   %145 = llvm.or %140, %144 : i32
//=   scf.continue %145 : i32
//= }
//= %146 = llvm.insertvalue %138, %133[1] : !llvm.array<16 x i32>
//= %147 = llvm.extractvalue %65[0] : !llvm.array<16 x i32> -> i32
//= %148 = arith.constant <i32: 0> : i32
//= %149 = llvm.icmp ne %147, %148 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %149
//= %150 = llvm.extractvalue %92[0] : !llvm.array<16 x i32> -> i32
//= %151 = arith.constant <i32: 0> : i32
//= %152 = llvm.icmp ne %150, %151 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %152
//= %153 = llvm.extractvalue %119[0] : !llvm.array<16 x i32> -> i32
//= %154 = arith.constant <i32: 0> : i32
//= %155 = llvm.icmp ne %153, %154 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %155
//= %156 = llvm.extractvalue %146[0] : !llvm.array<16 x i32> -> i32
//= %157 = arith.constant <i32: 0> : i32
//= %158 = llvm.icmp ne %156, %157 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %158
//= %159 = llvm.extractvalue %65[1] : !llvm.array<16 x i32> -> i32
//= %160 = arith.constant <i32: 0> : i32
//= %161 = llvm.icmp ne %159, %160 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %161
//= %162 = llvm.extractvalue %92[1] : !llvm.array<16 x i32> -> i32
//= %163 = arith.constant <i32: 0> : i32
//= %164 = llvm.icmp ne %162, %163 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %164
//= %165 = llvm.extractvalue %119[1] : !llvm.array<16 x i32> -> i32
//= %166 = arith.constant <i32: 0> : i32
//= %167 = llvm.icmp ne %165, %166 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %167
//= %168 = llvm.extractvalue %146[1] : !llvm.array<16 x i32> -> i32
//= %169 = arith.constant <i32: 0> : i32
//= %170 = llvm.icmp ne %168, %169 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %170
// -----
// test: pipelines documented
// Mode 4, cluster: no masks
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 8, mode = cluster}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= nvvm.mbarrier.wait.parity %2 + 16, %4
//= %5 = arith.constant <i1: false> : i1
//= nvvm.cluster.arrive
// -----
// test: pipelines documented
// More participants than rows
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 16, mode = cooperative_arrival}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= 5:1 error[pipeline.participants]: 17 participants do not fit the masks of a documented acquire
//=   note: the masks have 16 rows
//=   help: say `participants = 16` or fewer, or leave the documented form
// -----
// test: pipelines documented
// Bytes are expected by the first arrival at the full barrier, and named barriers move on from their base
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, convention = cutlass}
cutlass.pipeline.init %pipe {barrier_base = 2}
%p = cutlass.pipeline.state.create producer {convention = cutlass}
%held = cutlass.pipeline.producer_acquire %pipe, %p {transaction_bytes = 4096}
//= %pipe = nvvm.shared_base 32 : i32
//= %0 = nvvm.read_sreg tid.x : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//= scf.if %2 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 1
//=   nvvm.mbarrier.init %pipe + 16, 1
//=   nvvm.mbarrier.init %pipe + 24, 1
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier.cta.arrive id = 2 threads = 64
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 1> : i32
//= %3 = arith.constant <i32: 8> : i32
//= %4 = arith.muli %p_0, %3 : i32
//= %5 = arith.addi %pipe, %4 : i32
//= nvvm.mbarrier.wait.parity %5 + 16, %p_1
//= %6 = arith.constant <i1: false> : i1
//= %7 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %8 = arith.constant <i32: 1> : i32
//= %9 = llvm.insertvalue %8, %7[0] : !llvm.array<16 x i32>
//= %10 = arith.constant <i32: 2> : i32
//= %11 = llvm.insertvalue %10, %9[1] : !llvm.array<16 x i32>
//= %12 = arith.constant <i32: 0> : i32
//= %13 = llvm.insertvalue %12, %11[2] : !llvm.array<16 x i32>
//= %14 = arith.constant <i32: 0> : i32
//= %15 = llvm.insertvalue %14, %13[3] : !llvm.array<16 x i32>
//= %16 = arith.constant <i32: 0> : i32
//= %17 = llvm.insertvalue %16, %15[4] : !llvm.array<16 x i32>
//= %18 = arith.constant <i32: 0> : i32
//= %19 = llvm.insertvalue %18, %17[5] : !llvm.array<16 x i32>
//= %20 = arith.constant <i32: 0> : i32
//= %21 = llvm.insertvalue %20, %19[6] : !llvm.array<16 x i32>
//= %22 = arith.constant <i32: 0> : i32
//= %23 = llvm.insertvalue %22, %21[7] : !llvm.array<16 x i32>
//= %24 = arith.constant <i32: 0> : i32
//= %25 = llvm.insertvalue %24, %23[8] : !llvm.array<16 x i32>
//= %26 = arith.constant <i32: 0> : i32
//= %27 = llvm.insertvalue %26, %25[9] : !llvm.array<16 x i32>
//= %28 = arith.constant <i32: 0> : i32
//= %29 = llvm.insertvalue %28, %27[10] : !llvm.array<16 x i32>
//= %30 = arith.constant <i32: 0> : i32
//= %31 = llvm.insertvalue %30, %29[11] : !llvm.array<16 x i32>
//= %32 = arith.constant <i32: 0> : i32
//= %33 = llvm.insertvalue %32, %31[12] : !llvm.array<16 x i32>
//= %34 = arith.constant <i32: 0> : i32
//= %35 = llvm.insertvalue %34, %33[13] : !llvm.array<16 x i32>
//= %36 = arith.constant <i32: 0> : i32
//= %37 = llvm.insertvalue %36, %35[14] : !llvm.array<16 x i32>
//= %38 = arith.constant <i32: 0> : i32
//= %39 = llvm.insertvalue %38, %37[15] : !llvm.array<16 x i32>
//= %40 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %41 = arith.constant <i32: 0> : i32
//= %42 = llvm.extractvalue %39[0] : !llvm.array<16 x i32> -> i32
//= %43 = arith.constant <i32: -2> : i32
//= %44 = llvm.and %42, %43 : i32
//= %45 = llvm.select %6, %42, %44 : i32
//= %46 = arith.constant <i32: 0> : i32
//= %47 = llvm.icmp ne %p_0, %46 : i32 -> i1
//= %48 = llvm.select %47, %41, %45 : i32
//= %49 = llvm.or %41, %48 : i32
//= %50 = arith.constant <i32: 1> : i32
//= %51 = llvm.icmp ne %p_0, %50 : i32 -> i1
//= %52 = llvm.select %51, %41, %45 : i32
//= %53 = llvm.or %49, %52 : i32
//= %54 = llvm.insertvalue %53, %40[0] : !llvm.array<16 x i32>
//= %55 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %56 = arith.constant <i32: 0> : i32
//= %57 = llvm.extractvalue %39[0] : !llvm.array<16 x i32> -> i32
//= %58 = arith.constant <i32: -2> : i32
//= %59 = llvm.and %57, %58 : i32
//= %60 = llvm.select %6, %59, %57 : i32
//= %61 = arith.constant <i32: 0> : i32
//= %62 = llvm.icmp ne %p_0, %61 : i32 -> i1
//= %63 = llvm.select %62, %56, %60 : i32
//= %64 = llvm.or %56, %63 : i32
//= %65 = arith.constant <i32: 1> : i32
//= %66 = llvm.icmp ne %p_0, %65 : i32 -> i1
//= %67 = llvm.select %66, %56, %60 : i32
//= %68 = llvm.or %64, %67 : i32
//= %69 = llvm.insertvalue %68, %55[0] : !llvm.array<16 x i32>
//= %70 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %71 = arith.constant <i32: 0> : i32
//= %72 = llvm.extractvalue %39[1] : !llvm.array<16 x i32> -> i32
//= %73 = arith.constant <i32: -2> : i32
//= %74 = llvm.and %72, %73 : i32
//= %75 = llvm.select %6, %72, %74 : i32
//= %76 = arith.constant <i32: 0> : i32
//= %77 = llvm.icmp ne %p_0, %76 : i32 -> i1
//= %78 = llvm.select %77, %71, %75 : i32
//= %79 = llvm.or %71, %78 : i32
//= %80 = arith.constant <i32: 1> : i32
//= %81 = llvm.icmp ne %p_0, %80 : i32 -> i1
//= %82 = llvm.select %81, %71, %75 : i32
//= %83 = llvm.or %79, %82 : i32
//= %84 = llvm.insertvalue %83, %70[0] : !llvm.array<16 x i32>
//= %85 = llvm.mlir.poison : !llvm.array<16 x i32>
//= %86 = arith.constant <i32: 0> : i32
//= %87 = llvm.extractvalue %39[1] : !llvm.array<16 x i32> -> i32
//= %88 = arith.constant <i32: -2> : i32
//= %89 = llvm.and %87, %88 : i32
//= %90 = llvm.select %6, %89, %87 : i32
//= %91 = arith.constant <i32: 0> : i32
//= %92 = llvm.icmp ne %p_0, %91 : i32 -> i1
//= %93 = llvm.select %92, %86, %90 : i32
//= %94 = llvm.or %86, %93 : i32
//= %95 = arith.constant <i32: 1> : i32
//= %96 = llvm.icmp ne %p_0, %95 : i32 -> i1
//= %97 = llvm.select %96, %86, %90 : i32
//= %98 = llvm.or %94, %97 : i32
//= %99 = llvm.insertvalue %98, %85[0] : !llvm.array<16 x i32>
//= %100 = llvm.extractvalue %54[0] : !llvm.array<16 x i32> -> i32
//= %101 = arith.constant <i32: 0> : i32
//= %102 = llvm.icmp ne %100, %101 : i32 -> i1
//= nvvm.mbarrier.arrive.expect_tx %5 + 0, 4096 if %102
//= %103 = llvm.extractvalue %69[0] : !llvm.array<16 x i32> -> i32
//= %104 = arith.constant <i32: 0> : i32
//= %105 = llvm.icmp ne %103, %104 : i32 -> i1
//= nvvm.mbarrier.arrive %5 + 0 if %105
//= %106 = llvm.extractvalue %84[0] : !llvm.array<16 x i32> -> i32
//= %107 = arith.constant <i32: 0> : i32
//= %108 = llvm.icmp ne %106, %107 : i32 -> i1
//= nvvm.mbarrier.arrive %5 + 16 if %108
//= %109 = llvm.extractvalue %99[0] : !llvm.array<16 x i32> -> i32
//= %110 = arith.constant <i32: 0> : i32
//= %111 = llvm.icmp ne %109, %110 : i32 -> i1
//= nvvm.mbarrier.arrive %5 + 16 if %111
//= %112 = arith.constant <i32: 2> : i32
//= %113 = arith.constant <i32: 3> : i32
//= %114 = arith.constant <i32: 15> : i32
//= %115 = arith.addi %112, %113 : i32
//= %116 = arith.andi %115, %114 : i32
//= nvvm.barrier.cta.arrive of %116 threads = 64
