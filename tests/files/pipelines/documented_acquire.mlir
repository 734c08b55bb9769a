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
//= %39 = arith.constant <i32: 0> : i32
//= %40 = llvm.extractvalue %38[0] : !llvm.array<16 x i32> -> i32
//= %41 = llvm.icmp ne %40, %39 : i32 -> i1
//= %42 = arith.constant <i32: -2> : i32
//= %43 = llvm.and %40, %42 : i32
//= %44 = llvm.select %5, %40, %43 : i32
//= %45 = llvm.select %41, %44, %40 : i32
//= %46 = llvm.or %39, %45 : i32
//= %47 = arith.constant <i32: 0> : i32
//= %48 = llvm.extractvalue %38[0] : !llvm.array<16 x i32> -> i32
//= %49 = llvm.icmp ne %48, %47 : i32 -> i1
//= %50 = arith.constant <i32: -2> : i32
//= %51 = llvm.and %48, %50 : i32
//= %52 = llvm.select %5, %51, %48 : i32
//= %53 = llvm.select %49, %52, %48 : i32
//= %54 = llvm.or %47, %53 : i32
//= %55 = arith.constant <i32: 0> : i32
//= %56 = llvm.extractvalue %38[1] : !llvm.array<16 x i32> -> i32
//= %57 = llvm.icmp ne %56, %55 : i32 -> i1
//= %58 = arith.constant <i32: -2> : i32
//= %59 = llvm.and %56, %58 : i32
//= %60 = llvm.select %5, %56, %59 : i32
//= %61 = llvm.select %57, %60, %56 : i32
//= %62 = llvm.or %55, %61 : i32
//= %63 = llvm.extractvalue %38[2] : !llvm.array<16 x i32> -> i32
//= %64 = llvm.icmp ne %63, %55 : i32 -> i1
//= %65 = arith.constant <i32: -2> : i32
//= %66 = llvm.and %63, %65 : i32
//= %67 = llvm.select %5, %63, %66 : i32
//= %68 = llvm.select %64, %67, %63 : i32
//= %69 = llvm.or %62, %68 : i32
//= %70 = arith.constant <i32: 0> : i32
//= %71 = llvm.extractvalue %38[1] : !llvm.array<16 x i32> -> i32
//= %72 = llvm.icmp ne %71, %70 : i32 -> i1
//= %73 = arith.constant <i32: -2> : i32
//= %74 = llvm.and %71, %73 : i32
//= %75 = llvm.select %5, %74, %71 : i32
//= %76 = llvm.select %72, %75, %71 : i32
//= %77 = llvm.or %70, %76 : i32
//= %78 = llvm.extractvalue %38[2] : !llvm.array<16 x i32> -> i32
//= %79 = llvm.icmp ne %78, %70 : i32 -> i1
//= %80 = arith.constant <i32: -2> : i32
//= %81 = llvm.and %78, %80 : i32
//= %82 = llvm.select %5, %81, %78 : i32
//= %83 = llvm.select %79, %82, %78 : i32
//= %84 = llvm.or %77, %83 : i32
//= %85 = arith.constant <i32: 0> : i32
//= %86 = arith.constant <i32: 0> : i32
//= %87 = llvm.icmp ne %46, %86 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %87
//= %88 = arith.constant <i32: 0> : i32
//= %89 = llvm.icmp ne %54, %88 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %89
//= %90 = arith.constant <i32: 0> : i32
//= %91 = llvm.icmp ne %69, %90 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %91
//= %92 = arith.constant <i32: 0> : i32
//= %93 = llvm.icmp ne %84, %92 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %93
//= %94 = arith.constant <i32: 0> : i32
//= %95 = arith.constant <i32: 3> : i32
//= %96 = arith.addi %94, %95 : i32
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
//= %40 = arith.constant <i32: 0> : i32
//= %41 = llvm.extractvalue %39[0] : !llvm.array<16 x i32> -> i32
//= %42 = arith.constant <i32: -2> : i32
//= %43 = llvm.and %41, %42 : i32
//= %44 = llvm.select %first, %41, %43 : i32
//= %45 = arith.constant <i32: 0> : i32
//= %46 = llvm.icmp ne %p_0, %45 : i32 -> i1
//= %47 = llvm.select %46, %40, %44 : i32
//= %48 = llvm.or %40, %47 : i32
//= %49 = arith.constant <i32: 1> : i32
//= %50 = llvm.icmp ne %p_0, %49 : i32 -> i1
//= %51 = llvm.select %50, %40, %44 : i32
//= %52 = llvm.or %48, %51 : i32
//= %53 = arith.constant <i32: 0> : i32
//= %54 = llvm.extractvalue %39[0] : !llvm.array<16 x i32> -> i32
//= %55 = arith.constant <i32: -2> : i32
//= %56 = llvm.and %54, %55 : i32
//= %57 = llvm.select %first, %56, %54 : i32
//= %58 = arith.constant <i32: 0> : i32
//= %59 = llvm.icmp ne %p_0, %58 : i32 -> i1
//= %60 = llvm.select %59, %53, %57 : i32
//= %61 = llvm.or %53, %60 : i32
//= %62 = arith.constant <i32: 1> : i32
//= %63 = llvm.icmp ne %p_0, %62 : i32 -> i1
//= %64 = llvm.select %63, %53, %57 : i32
//= %65 = llvm.or %61, %64 : i32
//= %66 = arith.constant <i32: 0> : i32
//= %67 = llvm.extractvalue %39[1] : !llvm.array<16 x i32> -> i32
//= %68 = arith.constant <i32: -2> : i32
//= %69 = llvm.and %67, %68 : i32
//= %70 = llvm.select %first, %67, %69 : i32
//= %71 = arith.constant <i32: 0> : i32
//= %72 = llvm.icmp ne %p_0, %71 : i32 -> i1
//= %73 = llvm.select %72, %66, %70 : i32
//= %74 = llvm.or %66, %73 : i32
//= %75 = arith.constant <i32: 1> : i32
//= %76 = llvm.icmp ne %p_0, %75 : i32 -> i1
//= %77 = llvm.select %76, %66, %70 : i32
//= %78 = llvm.or %74, %77 : i32
//= %79 = arith.constant <i32: 0> : i32
//= %80 = llvm.extractvalue %39[1] : !llvm.array<16 x i32> -> i32
//= %81 = arith.constant <i32: -2> : i32
//= %82 = llvm.and %80, %81 : i32
//= %83 = llvm.select %first, %82, %80 : i32
//= %84 = arith.constant <i32: 0> : i32
//= %85 = llvm.icmp ne %p_0, %84 : i32 -> i1
//= %86 = llvm.select %85, %79, %83 : i32
//= %87 = llvm.or %79, %86 : i32
//= %88 = arith.constant <i32: 1> : i32
//= %89 = llvm.icmp ne %p_0, %88 : i32 -> i1
//= %90 = llvm.select %89, %79, %83 : i32
//= %91 = llvm.or %87, %90 : i32
//= %92 = arith.constant <i32: 0> : i32
//= %93 = arith.constant <i32: 0> : i32
//= %94 = llvm.icmp ne %52, %93 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %94
//= %95 = arith.constant <i32: 0> : i32
//= %96 = llvm.icmp ne %65, %95 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %96
//= %97 = arith.constant <i32: 0> : i32
//= %98 = llvm.icmp ne %78, %97 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %98
//= %99 = arith.constant <i32: 0> : i32
//= %100 = llvm.icmp ne %91, %99 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %100
//= %101 = arith.constant <i32: 0> : i32
//= %102 = arith.constant <i32: 3> : i32
//= %103 = arith.addi %101, %102 : i32
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
//= %39 = arith.constant <i32: 0> : i32
//= %40 = arith.constant <i32: 2> : i32
//= %41 = arith.constant <i32: 1> : i32
//= %42 = arith.constant <i32: 0> : i32
//= %43 = scf.for %44 in (%39 to %40, step %41) : i32 iter_values(%45 = %42) -> (i32) {
//=   %46 = arith.constant <i32: 2> : i32
//=   %47 = llvm.urem %44, %46 : i32
//=   %48 = arith.constant <i32: 1> : i32
//=   %49 = llvm.add %47, %48 : i32
//=   %50 = llvm.or %45, %49 : i32
//=   scf.continue %50 : i32
//= }
//= %51 = arith.constant <i32: 0> : i32
//= %52 = arith.constant <i32: 2> : i32
//= %53 = arith.constant <i32: 1> : i32
//= %54 = arith.constant <i32: 0> : i32
//= %55 = scf.for %56 in (%51 to %52, step %53) : i32 iter_values(%57 = %54) -> (i32) {
//=   %58 = arith.constant <i32: 2> : i32
//=   %59 = llvm.urem %56, %58 : i32
//=   %60 = arith.constant <i32: 2> : i32
//=   %61 = llvm.add %59, %60 : i32
//=   %62 = llvm.or %57, %61 : i32
//=   scf.continue %62 : i32
//= }
//= %63 = arith.constant <i32: 2> : i32
//= %64 = arith.constant <i32: 10> : i32
//= %65 = arith.constant <i32: 1> : i32
//= %66 = arith.constant <i32: 0> : i32
//= %67 = scf.for %68 in (%63 to %64, step %65) : i32 iter_values(%69 = %66) -> (i32) {
//=   %70 = arith.constant <i32: 2> : i32
//=   %71 = llvm.urem %68, %70 : i32
//=   %72 = arith.constant <i32: 1> : i32
//=   %73 = llvm.add %71, %72 : i32
//=   %74 = llvm.or %69, %73 : i32
//=   scf.continue %74 : i32
//= }
//= %75 = arith.constant <i32: 2> : i32
//= %76 = arith.constant <i32: 10> : i32
//= %77 = arith.constant <i32: 1> : i32
//= %78 = arith.constant <i32: 0> : i32
//= %79 = scf.for %80 in (%75 to %76, step %77) : i32 iter_values(%81 = %78) -> (i32) {
//=   %82 = arith.constant <i32: 2> : i32
//=   %83 = llvm.urem %80, %82 : i32
//=   %84 = arith.constant <i32: 2> : i32
//=   %85 = llvm.add %83, %84 : i32
//=   %86 = llvm.or %81, %85 : i32
//=   scf.continue %86 : i32
//= }
//= %87 = arith.constant <i32: 0> : i32
//= %88 = arith.constant <i32: 0> : i32
//= %89 = llvm.icmp ne %43, %88 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %89
//= %90 = arith.constant <i32: 0> : i32
//= %91 = llvm.icmp ne %55, %90 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %91
//= %92 = arith.constant <i32: 0> : i32
//= %93 = llvm.icmp ne %67, %92 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %93
//= %94 = arith.constant <i32: 0> : i32
//= %95 = llvm.icmp ne %79, %94 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %95
//= %96 = arith.constant <i32: 0> : i32
//= %97 = llvm.icmp ne %43, %96 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %97
//= %98 = arith.constant <i32: 0> : i32
//= %99 = llvm.icmp ne %55, %98 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %99
//= %100 = arith.constant <i32: 0> : i32
//= %101 = llvm.icmp ne %67, %100 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %101
//= %102 = arith.constant <i32: 0> : i32
//= %103 = llvm.icmp ne %79, %102 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %103
//= %104 = arith.constant <i32: 0> : i32
//= %105 = arith.constant <i32: 3> : i32
//= %106 = arith.addi %104, %105 : i32
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
//= %39 = arith.constant <i32: 0> : i32
//= %40 = arith.constant <i32: 2> : i32
//= %41 = arith.constant <i32: 1> : i32
//= %42 = arith.constant <i32: 0> : i32
//= %43 = scf.for %44 in (%39 to %40, step %41) : i32 iter_values(%45 = %42) -> (i32) {
//=   %46 = arith.constant <i32: 3> : i32
//=   %47 = llvm.udiv %44, %46 : i32
//=   %48 = arith.constant <i32: 1> : i32
//=   %49 = llvm.add %47, %48 : i32
//=   %50 = llvm.or %45, %49 : i32
//=   scf.continue %50 : i32
//= }
//= %51 = arith.constant <i32: 0> : i32
//= %52 = arith.constant <i32: 2> : i32
//= %53 = arith.constant <i32: 1> : i32
//= %54 = arith.constant <i32: 0> : i32
//= %55 = scf.for %56 in (%51 to %52, step %53) : i32 iter_values(%57 = %54) -> (i32) {
//=   %58 = arith.constant <i32: 3> : i32
//=   %59 = llvm.udiv %56, %58 : i32
//=   %60 = arith.constant <i32: 2> : i32
//=   %61 = llvm.add %59, %60 : i32
//=   %62 = llvm.or %57, %61 : i32
//=   scf.continue %62 : i32
//= }
//= %63 = arith.constant <i32: 2> : i32
//= %64 = arith.constant <i32: 10> : i32
//= %65 = arith.constant <i32: 1> : i32
//= %66 = arith.constant <i32: 0> : i32
//= %67 = scf.for %68 in (%63 to %64, step %65) : i32 iter_values(%69 = %66) -> (i32) {
//=   %70 = arith.constant <i32: 3> : i32
//=   %71 = llvm.udiv %68, %70 : i32
//=   %72 = arith.constant <i32: 1> : i32
//=   %73 = llvm.add %71, %72 : i32
//=   %74 = llvm.or %69, %73 : i32
//=   scf.continue %74 : i32
//= }
//= %75 = arith.constant <i32: 2> : i32
//= %76 = arith.constant <i32: 10> : i32
//= %77 = arith.constant <i32: 1> : i32
//= %78 = arith.constant <i32: 0> : i32
//= %79 = scf.for %80 in (%75 to %76, step %77) : i32 iter_values(%81 = %78) -> (i32) {
//=   %82 = arith.constant <i32: 3> : i32
//=   %83 = llvm.udiv %80, %82 : i32
//=   %84 = arith.constant <i32: 2> : i32
//=   %85 = llvm.add %83, %84 : i32
//=   %86 = llvm.or %81, %85 : i32
//=   scf.continue %86 : i32
//= }
//= %87 = arith.constant <i32: 0> : i32
//= %88 = arith.constant <i32: 0> : i32
//= %89 = llvm.icmp ne %43, %88 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %89
//= %90 = arith.constant <i32: 0> : i32
//= %91 = llvm.icmp ne %55, %90 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %91
//= %92 = arith.constant <i32: 0> : i32
//= %93 = llvm.icmp ne %67, %92 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %93
//= %94 = arith.constant <i32: 0> : i32
//= %95 = llvm.icmp ne %79, %94 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %95
//= %96 = arith.constant <i32: 0> : i32
//= %97 = llvm.icmp ne %43, %96 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %97
//= %98 = arith.constant <i32: 0> : i32
//= %99 = llvm.icmp ne %55, %98 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 0 if %99
//= %100 = arith.constant <i32: 0> : i32
//= %101 = llvm.icmp ne %67, %100 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %101
//= %102 = arith.constant <i32: 0> : i32
//= %103 = llvm.icmp ne %79, %102 : i32 -> i1
//= nvvm.mbarrier.arrive %2 + 16 if %103
//= %104 = arith.constant <i32: 0> : i32
//= %105 = arith.constant <i32: 3> : i32
//= %106 = arith.addi %104, %105 : i32
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
//= nvvm.cluster.arrive
//= %6 = arith.constant <i32: 0> : i32
//= %7 = arith.constant <i32: 3> : i32
//= %8 = arith.addi %6, %7 : i32
// -----
// test: pipelines documented
// More participants than rows
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 16, mode = cooperative_arrival}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= 5:1 error[pipeline.participants]: 17 participants do not fit the masks of a documented acquire
//=   note: the masks have 16 rows
//=   help: say `participants = 16` or fewer, or leave the documented form
