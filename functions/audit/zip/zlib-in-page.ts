import { byteAt, joinBytes } from '@tallystick/engine/base'
import { crc32 as crc32Of } from '@tallystick/engine/intake'
import { Deflate, type DeflateOptions } from 'fflate'

/**
 * Replaces Node's `zlib` in a browser: the bundler puts this module in its place. The compressed bytes differ from
 * those of zlib, but unpack to the same.
 */

/** CRC-32 (ISO 3309) of `bytes`, continued from `before`, the CRC-32 of the bytes before them. */
export const crc32 = (bytes: Uint8Array, before = 0): number => crc32Of(bytes, before)

/** The only supported flush: the output ends at a whole byte and has no last block. */
export const constants = { Z_SYNC_FLUSH: 2 }

interface DeflateRequest {
  readonly level: number
  readonly finishFlush: number
}

/**
 * Raw DEFLATE (RFC 1951) in whole blocks, none of them the last. The output of a sync flush of fflate 0.8.3 does not
 * always unpack. So the stream is ended instead, and its end is replaced by that of a flush.
 */
export function deflateRawSync(bytes: Uint8Array, { level, finishFlush }: DeflateRequest): Uint8Array {
  if (finishFlush !== constants.Z_SYNC_FLUSH) throw new RangeError(`Got the flush ${finishFlush}, wanted Z_SYNC_FLUSH`)
  const parts: Uint8Array[] = []
  const stream = new Deflate({ level: levelOf(level) }, (part) => parts.push(part))
  stream.push(bytes)
  stream.flush()
  stream.push(new Uint8Array(), true)
  return withoutEnd(joinBytes(parts))
}

type Level = NonNullable<DeflateOptions['level']>

const levels: readonly Level[] = [1, 2, 3, 4, 5, 6, 7, 8, 9]

function levelOf(wanted: number): Level {
  const level = levels.find((each) => each === wanted)
  if (level === undefined) throw new RangeError(`Got the level ${wanted}, wanted one of 1 to 9`)
  return level
}

/** The length of an empty stored block, and the complement of that length. */
const emptyBlock = Uint8Array.of(0, 0, 0xff, 0xff)

/**
 * Turns the end of a stream into that of a flush. The last block is empty and has fixed codes: the bits 1 (last), 1 0
 * (fixed) and seven zeros, so no bit after the second is set. With the first two bits cleared it is a stored block that
 * is not the last.
 */
function withoutEnd(stream: Uint8Array): Uint8Array {
  const byte = stream.findLastIndex((each) => each !== 0)
  const fixedBit = 8 * byte + 31 - Math.clz32(byteAt(stream, byte))
  const cleared = stream.slice(0, Math.ceil((fixedBit + 2) / 8))
  for (const bit of [fixedBit - 1, fixedBit]) {
    const mask = 1 << (bit & 7)
    if ((byteAt(stream, bit >> 3) & mask) === 0) throw new Error('A stream of DEFLATE does not end as fflate ends it')
    cleared[bit >> 3] = byteAt(cleared, bit >> 3) & ~mask
  }
  return joinBytes([cleared, emptyBlock])
}
