// Links to the page, as crates/share has them.

import { crc32, deflateRawSync } from 'node:zlib';

/** The fragment that opens the page with this text, these settings and this view. */
export function linkTo(source, options = {}, view = {}) {
  const record = Buffer.from(JSON.stringify({ source, options, view }));
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(record));
  return `#k1.${deflateRawSync(Buffer.concat([sum, record])).toString('base64url')}`;
}
