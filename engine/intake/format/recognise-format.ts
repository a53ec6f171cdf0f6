import type { Sniff, Sniffed } from './format.ts'

/**
 * The format that recognises the file best: certain before likely before possible. Undefined if `bytes` are too few or
 * no format recognises them.
 */
export function recogniseFormat<Row extends { readonly sniff: Sniff }>(
  bytes: Uint8Array,
  isAll: boolean,
  formats: readonly Row[],
): Row | undefined {
  const visible = visibleBytes(bytes)
  const sniffed = formats.map((format) => ({ format, result: format.sniff(visible, isAll, bytes) }))
  const firstOf = (result: Sniffed) => sniffed.find((each) => each.result === result)?.format
  const certain = firstOf('certain')
  if (certain !== undefined) return certain
  if (!isAll && firstOf('undecided') !== undefined) return undefined
  return firstOf('likely') ?? firstOf('possible')
}

/** Drops white space, zeros and byte order marks, so that sniffers work in any encoding. */
function visibleBytes(bytes: Uint8Array): Uint8Array {
  const visible = new Uint8Array(visibleByteCountMax)
  let count = 0
  for (const byte of bytes) {
    if (count === visibleByteCountMax) break
    if (!skippedBytes.has(byte)) visible[count++] = byte
  }
  return visible.subarray(0, count)
}

const visibleByteCountMax = 1024
const skippedBytes = new Set([0x20, 0x09, 0x0a, 0x0d, 0x00, 0xef, 0xbb, 0xbf, 0xff, 0xfe])
