// Inflating, by the browser itself: the compiler's module need not bring what does it.

/** Inflates bytes, to `most` bytes; to nothing where they are wrong, with whether they end too early. */
export async function inflate(packed: Uint8Array<ArrayBuffer>, most: number): Promise<{ body?: Uint8Array; endsEarly: boolean }> {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Wrong bytes are refused when they are written, missing ones when no more come.
  const endsEarly = writer.write(packed).then(
    () => true,
    () => false,
  );
  writer.close().catch(() => undefined);
  const body = new Uint8Array(most);
  const reader = readable.getReader();
  try {
    for (let length = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return { body: body.subarray(0, length), endsEarly: false };
      body.set(value.subarray(0, most - length), length);
      length += value.length;
      if (length >= most) {
        void reader.cancel();
        return { body, endsEarly: false };
      }
    }
  } catch {
    return { endsEarly: await endsEarly };
  }
}
