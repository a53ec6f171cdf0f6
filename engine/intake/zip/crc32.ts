import { byteAt, int32At } from '../../base/at.ts'

const tableLength = 256

/**
 * Remainders by the reversed polynomial of IEEE 802.3: of each byte, alone and with one, two and three zero bytes
 * behind.
 */
const remainders = createRemainders()

/** Continues `crc`, the CRC-32 of the bytes before, which is 0 at first. */
export function crc32(bytes: Uint8Array, crc: number): number {
  let remainder = ~crc
  let position = 0
  // Four bytes at a time are three times as fast.
  for (; position + 4 <= bytes.length; position += 4) {
    remainder ^=
      byteAt(bytes, position) |
      (byteAt(bytes, position + 1) << 8) |
      (byteAt(bytes, position + 2) << 16) |
      (byteAt(bytes, position + 3) << 24)
    remainder =
      int32At(remainders, 3 * tableLength + (remainder & 0xff)) ^
      int32At(remainders, 2 * tableLength + ((remainder >>> 8) & 0xff)) ^
      int32At(remainders, tableLength + ((remainder >>> 16) & 0xff)) ^
      int32At(remainders, remainder >>> 24)
  }
  for (; position < bytes.length; position++)
    remainder = int32At(remainders, (remainder ^ byteAt(bytes, position)) & 0xff) ^ (remainder >>> 8)
  return ~remainder >>> 0
}

function createRemainders(): Int32Array {
  const table = new Int32Array(4 * tableLength)
  for (let byte = 0; byte < tableLength; byte++) {
    let remainder = byte
    for (let bit = 0; bit < 8; bit++)
      remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
    table[byte] = remainder
  }
  for (let index = tableLength; index < table.length; index++) {
    const shorter = int32At(table, index - tableLength)
    table[index] = (shorter >>> 8) ^ int32At(table, shorter & 0xff)
  }
  return table
}
