// Loads that must not run ahead: each reads what the iteration before has written, by its token, or is read before it is written over.
!x = tensor_view<6x512xf32, strides=[512,1]>
!tiles = partition_view<tile=(1x64), padding_value = zero, !x>
!t = tile<1x64xf32>
entry @behind_writes(%x: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 7> : tile<i32>
  %8 = constant <i32: 8> : tile<i32>
  %row, %block_y, %block_z = get_tile_block_id : tile<i32>
  %start = make_token : token
  %x16 = assume div_by<16>, %x : tile<ptr<f32>>
  %vx = make_tensor_view %x16, shape = [6, 512], strides = [512, 1] : !x
  %px = make_partition_view %vx : !tiles
  %end = for %i in (%0 to %7, step %1) : tile<i32> iter_values(%before = %start) -> (token) {
    %next = addi %i, %1 : tile<i32>
    %a, %read_a = load_view_tko weak %px[%row, %i] token = %before : !tiles, tile<i32> -> !t, token
    %b, %read_b = load_view_tko weak %px[%row, %next] token = %before : !tiles, tile<i32> -> !t, token
    %both = addf %a, %b : !t
    %read = join_tokens %read_a, %read_b : token
    %written = store_view_tko weak %both, %px[%row, %next] token = %read : !t, !tiles, tile<i32> -> token
    continue %written : token
  }
  for %i in (%0 to %8, step %1) : tile<i32> {
    %a, %read = load_view_tko weak %px[%row, %i] token = %end : !tiles, tile<i32> -> !t, token
    %part = reduce %a dim=1 identities=[0.0 : f32] : !t -> tile<1xf32>
    (%left: tile<f32>, %right: tile<f32>) {
      %sum = addf %left, %right : tile<f32>
      yield %sum : tile<f32>
    }
    %column = reshape %part : tile<1xf32> -> tile<1x1xf32>
    %all = broadcast %column : tile<1x1xf32> -> !t
    %less = subf %a, %all : !t
    %written = store_view_tko weak %less, %px[%row, %i] token = %read : !t, !tiles, tile<i32> -> token
    continue
  }
  return
}
