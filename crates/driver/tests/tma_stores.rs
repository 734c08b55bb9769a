//! Stores of accumulators go by TMA where nothing speaks against it, and by threads where something does.

use tilewright_driver::{Options, compile};

/// A product whose tile is rounded and stored; what stands for `{...}` differs from test to test.
const PRODUCT: &str = "entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<{align}>, %c : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vc = make_tensor_view %c16, shape = [500, 508], strides = [{row}, 1] : tensor_view<500x508xf16, strides=[{row},1]>
  %pa = make_partition_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<500x508xf16, strides=[{row},1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <f32: 0.0> : tile<64x64xf32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %sum = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %r, %t1 = load_view_tko weak %pb[%i, %y] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
    %d = mmaf %l, %r, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %d : tile<64x64xf32>
  }
  %rounded = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
  %t2 = store_view_tko {order} %rounded, %pc[%x, %y] token = %token : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<500x508xf16, strides=[{row},1]>>, tile<i32> -> token
  {after}
  return
}
";

/// A second store, which waits for the first.
const SECOND: &str = "%t3 = store_view_tko weak %rounded, %pc[%y, %x] token = %t2 : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<500x508xf16, strides=[512,1]>>, tile<i32> -> token";

fn ptx(align: &str, row: &str, order: &str, after: &str) -> String {
    let source = [
        ("{align}", align),
        ("{row}", row),
        ("{order}", order),
        ("{after}", after),
    ];
    let source = source
        .iter()
        .fold(PRODUCT.to_string(), |text, (name, value)| text.replace(name, value));
    let report = compile(&source, &Options::default()).report;
    assert!(report.ok, "{:?}", report.diagnostics);
    report.ptx.expect("there is PTX").text
}

fn stores_by_tma(ptx: &str) -> usize {
    ptx.matches("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group")
        .count()
}

#[test]
fn accumulators_are_stored_by_tma() {
    let ptx = ptx("16", "512", "weak", "");
    assert_eq!((stores_by_tma(&ptx), ptx.matches("st.global").count()), (1, 0), "{ptx}");
}

#[test]
fn what_tma_cannot_address_is_stored_by_threads() {
    for (align, row) in [("8", "512"), ("16", "508")] {
        assert_eq!(stores_by_tma(&ptx(align, row, "weak", "")), 0, "{align} {row}");
    }
}

#[test]
fn a_store_that_orders_or_is_waited_for_is_one_by_threads() {
    assert_eq!(stores_by_tma(&ptx("16", "512", "release device", "")), 0);
    assert_eq!(
        stores_by_tma(&ptx("16", "512", "weak", SECOND)),
        0,
        "one waits for the other"
    );
}
