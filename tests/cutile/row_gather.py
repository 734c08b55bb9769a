"""Rows of a table by index, as the experts of a mixture get their tokens; what is out of range is zero."""
import cuda.tile as ct


# tilewright: TABLE=f16[?,?]; ROWS=i32[?]; OUT=f16[?,?]; tr=16; tc=32
@ct.kernel
def row_gather(TABLE, ROWS, OUT, tr: ct.Constant[int], tc: ct.Constant[int]):
    i, j = ct.bid(0), ct.bid(1)
    rows = ct.load(ROWS, (i,), (tr,), padding_mode=ct.PaddingMode.ZERO)
    columns = j * tc + ct.arange(tc, dtype=ct.int32)
    ct.store(OUT, (i, j), ct.gather(TABLE, (rows[:, None], columns[None, :])))
