import { compress, state } from './compress'

/**
 * SHA-256 (FIPS 180-4) of many messages in four lanes. A lane takes the next message as soon as its own ends, so
 * messages of different lengths leave no lane idle until the last ones. `npm run wasm` compiles this AssemblyScript.
 *
 * The host writes bytes to `input`. It writes the address of each message's first byte to `starts`, and the address of
 * the byte after its last to `ends`. Then it calls `hashRanges` or `hashPairs`, and reads digests of 32 bytes from
 * `output`.
 */

export const messageCountMax: u32 = 2048
export const inputByteCount: u32 = 256 * 1024

export const starts: usize = memory.data(2048 * 4, 16)
export const ends: usize = memory.data(2048 * 4, 16)
export const output: usize = memory.data(2048 * 32, 16)
// A first block is read from one byte before its message, the place of a prefix, and a last block up to 63 bytes beyond
// its message. These bytes do not count, but must be readable, so `input` has room on both sides.
memory.data(16, 16)
export const input: usize = memory.data(256 * 1024, 16)
memory.data(64, 16)

/** The state of one lane. */
@unmanaged
class Lane {
  message: u32
  /** The address of the current block. The first block of a message begins with the prefix. */
  block: usize
  firstBlock: usize
  lastBlock: usize
  /** The address of the byte after the message. */
  end: usize
}
const lanes: usize = memory.data(4 * 20, 16)

@inline function laneAt(index: u32): Lane {
  return changetype<Lane>(lanes + index * offsetof<Lane>())
}

/** The index of a lane that has no message, and the block that it works on meanwhile. */
const noMessage: u32 = 0xffffffff
const idleBlock: usize = memory.data(64, 16)

let prefix: i32 = 0
let messageCount: u32 = 0
let nextMessage: u32 = 0
let busyLaneCount: u32 = 0

/**
 * output[i] = SHA-256(prefix ‖ bytes from starts[i] up to ends[i]) for i < count. A negative prefix means no prefix.
 */
export function hashRanges(prefixByte: i32, count: u32): void {
  prefix = prefixByte
  messageCount = count
  nextMessage = 0
  busyLaneCount = 0
  for (let lane: u32 = 0; lane < 4; lane++) takeMessage(lane)
  while (busyLaneCount > 0) {
    compress(blockOf(0), blockOf(1), blockOf(2), blockOf(3))
    for (let lane: u32 = 0; lane < 4; lane++) advance(lane)
  }
}

/** output[i] = SHA-256(prefix ‖ the i-th 64 bytes of the input) for i < count. */
export function hashPairs(prefixByte: i32, count: u32): void {
  for (let index: u32 = 0; index < count; index++) {
    store<u32>(starts + 4 * index, input + 64 * index)
    store<u32>(ends + 4 * index, input + 64 * index + 64)
  }
  hashRanges(prefixByte, count)
}

/** The initial values of FIPS 180-4 §5.3.3: from the square roots of the first 8 primes. */
const initialState: usize = memory.data<u32>([
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
], 16)

/** Gives the lane the next message, or `noMessage` after the last. */
function takeMessage(index: u32): void {
  const lane = laneAt(index)
  lane.message = noMessage
  if (nextMessage == messageCount) return
  const message = nextMessage++
  busyLaneCount++
  const end = <usize>load<u32>(ends + 4 * message)
  const firstBlock = <usize>load<u32>(starts + 4 * message) - <usize>(prefix >= 0)
  lane.message = message
  lane.block = firstBlock
  lane.firstBlock = firstBlock
  // At least 9 bytes of padding must fit into the last block.
  lane.lastBlock = firstBlock + ((end - firstBlock + 8) & ~63)
  lane.end = end
  for (let word: usize = 0; word < 8; word++) {
    store<u32>(state + 16 * word + 4 * index, load<u32>(initialState + 4 * word))
  }
}

/**
 * Moves the lane to the next block of its message. After the last block, writes the digest and takes the next message.
 */
function advance(index: u32): void {
  const lane = laneAt(index)
  if (lane.message == noMessage) return
  if (lane.block != lane.lastBlock) {
    lane.block += 64
    return
  }
  const digest = output + 32 * lane.message
  for (let word: usize = 0; word < 8; word++) {
    store<u32>(digest + 4 * word, bswap(load<u32>(state + 16 * word + 4 * index)))
  }
  busyLaneCount--
  takeMessage(index)
}

/**
 * The address of the lane's block: in the input itself where the block has no prefix and no padding, else of a copy.
 */
@inline function blockOf(index: u32): usize {
  const lane = laneAt(index)
  if (lane.message == noMessage) return idleBlock
  if (lane.block != lane.firstBlock && lane.block + 64 <= lane.end) return lane.block
  return paddedBlock(index)
}

/**
 * A mask: read from 64 − n, it keeps the first n bytes of a block. n may be −8, since the padding may begin up to 8
 * bytes before a block.
 */
const kept: usize = memory.data<u64>([-1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0], 16)
/** Read from 64 − n, it has the bit 1 that follows the n bytes of a message (FIPS 180-4 §5.1.1). */
const endMark: usize = memory.data<u64>([0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0], 16)
const paddedBlocks: usize = memory.data(4 * 64, 16)

/** The address of a copy of the lane's block, into which prefix and padding have been written. */
function paddedBlock(index: u32): usize {
  const lane = laneAt(index)
  const from = lane.block
  const to = paddedBlocks + 64 * index
  // The bytes of the message in this block; negative in a last block that has only padding.
  const byteCount = min<i32>(<i32>(lane.end - from), 64)
  for (let part: usize = 0; part < 64; part += 16) {
    const bytes = v128.and(v128.load(from + part), v128.load(kept + 64 - byteCount + part))
    v128.store(to + part, v128.or(bytes, v128.load(endMark + 64 - byteCount + part)))
  }
  if (from == lane.firstBlock && prefix >= 0) store<u8>(to, <u8>prefix)
  if (from == lane.lastBlock) store<u64>(to + 56, bswap<u64>(<u64>(lane.end - lane.firstBlock) << 3))
  return to
}
