/**
 * What the host has answered: the day of a text, the meaning of a flag or word. A file repeats few texts, so that the
 * rule of a spelling stands once, in the host.
 */

/** The text that the host is asked about, and which of its questions it is. */
export let askedQuestion: i32 = 0
export let askedStart: usize = 0
export let askedEnd: usize = 0

/** No answer is known yet. */
export const unknown: i32 = i32.MIN_VALUE
/** The host's answer for a text that the general reader has to read. */
export const noAnswer: i32 = i32.MIN_VALUE + 1

const slotCount: u32 = 8192
const countMax: u32 = 4096
/** Slots of 16 bytes: hash, address, length and question, answer. The address is 0 where the slot is free. */
const slots: usize = memory.data(8192 * 16, 16)
const texts: usize = memory.data(256 * 1024 + 16, 16)
const textRoom: usize = 256 * 1024
const textByteCountMax: usize = 256
const probeCountMax: u32 = 64

let count: u32 = 0
let used: usize = 0

/** The answer to a question about a text; `unknown` if the host has to be asked first. O(length). */
export function answerOf(question: i32, start: usize, end: usize): i32 {
  const length = end - start
  if (length > textByteCountMax) return noAnswer
  const hash = hashOf(start, end) + <u32>question
  const key = (<u32>question << 16) | <u32>length
  for (let probe: u32 = 0; probe < probeCountMax; probe++) {
    const slot = slots + 16 * ((hash + probe) & (slotCount - 1))
    const address = <usize>load<u32>(slot, 4)
    if (address == 0) break
    if (load<u32>(slot) != hash || load<u32>(slot, 8) != key) continue
    if (memory.compare(address, start, length) == 0) return load<i32>(slot, 12)
  }
  askedQuestion = question
  askedStart = start
  askedEnd = end
  return unknown
}

/** Keeps the answer to what was asked last. All answers are forgotten when there are too many. */
export function keepAnswer(answer: i32): void {
  const length = askedEnd - askedStart
  if (count == countMax || used + length > textRoom) forgetAnswers()
  const hash = hashOf(askedStart, askedEnd) + <u32>askedQuestion
  let slot: usize = 0
  for (let probe: u32 = 0; ; probe++) {
    if (probe == probeCountMax) {
      forgetAnswers()
      probe = 0
    }
    slot = slots + 16 * ((hash + probe) & (slotCount - 1))
    if (load<u32>(slot, 4) == 0) break
  }
  store<u32>(slot, hash)
  store<u32>(slot, texts + used, 4)
  store<u32>(slot, (<u32>askedQuestion << 16) | <u32>length, 8)
  store<i32>(slot, answer, 12)
  memory.copy(texts + used, askedStart, length)
  used += length
  count++
}

function forgetAnswers(): void {
  memory.fill(slots, 0, 16 * slotCount)
  count = 0
  used = 0
}

/** FNV-1a, with a last mix so that the low bits depend on all bytes. */
function hashOf(start: usize, end: usize): u32 {
  let hash: u32 = 0x811c9dc5
  for (let place = start; place < end; place++) hash = (hash ^ load<u8>(place)) * 0x01000193
  return hash ^ (hash >>> 15)
}
