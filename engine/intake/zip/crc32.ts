import { uint32At } from '../../base/at.ts'

/** Remainders of the bytes by the reversed polynomial of IEEE 802.3. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  return remainder
})

/** The CRC-32 of bytes whose CRC-32 up to now is `crc`, 0 at first, and of `bytes` behind them. */
export function crc32(bytes: Uint8Array, crc: number): number {
  let remainder = ~crc
  for (const byte of bytes) remainder = uint32At(table, (remainder ^ byte) & 0xff) ^ (remainder >>> 8)
  return ~remainder >>> 0
}
