import { answerOf, noAnswer, unknown } from './answers'
import { placeOfAttribute } from './attributes'
import {
  asks,
  attributeEnds,
  attributeStarts,
  columnCount,
  endOf,
  isBlank,
  plan,
  planned,
  startOf,
  taken,
  unusual,
  watchCount,
  watchPlans,
} from './layout'

/**
 * Cells whose text may make a row unusual, or say how money moves. A watch has 40 words: the cell (-1 for the first that
 * is not blank, -2 for an attribute), the number of the attribute's name, whether a blank cell is unusual, the most
 * bytes of a text, whether a text may have digits, whether the answer is about a movement, two free words, and 32 words
 * of bits: which two characters a text begins with.
 */
const wordCount = 40
const firstNotBlank = -1
const ofAttribute = -2

/** What the words of a row say about its money, as bits. */
export const movesNone: i32 = 1
export const movesBack: i32 = 2
export const movesAside: i32 = 4
export let movement: i32 = 0

/** Asks about the watched cells that are of this kind. Attributes must have been read for those of movements. */
export function readWatches(ofMovements: bool): i32 {
  const count = planned(watchCount)
  if (ofMovements) movement = 0
  for (let index = 0; index < count; index++) {
    const watch = watchPlans + wordCount * index
    if ((planned(watch + 5) != 0) != ofMovements) continue
    if (!place(watch)) {
      if (planned(watch + 2) != 0) return unusual
      continue
    }
    if (!mayMean(watch)) continue
    const answer = answerOf(index, start, end)
    if (answer == unknown) return asks
    if (ofMovements && answer != noAnswer) movement |= answer
    else if (answer != 0) return unusual
  }
  return taken
}

let start: usize = 0
let end: usize = 0

/** Finds the watched text; false if there is none. */
function place(watch: i32): bool {
  let cell = planned(watch)
  if (cell == ofAttribute) {
    const found = placeOfAttribute(planned(watch + 1))
    if (found < 0) return false
    start = <usize>load<u32>(attributeStarts + 4 * found)
    end = <usize>load<u32>(attributeEnds + 4 * found)
    return true
  }
  if (cell == firstNotBlank) {
    const width = planned(columnCount)
    for (cell = 0; cell < width && isBlank(cell); cell++);
    if (cell == width) return false
  }
  start = startOf(cell)
  end = endOf(cell)
  return start < end
}

function mayMean(watch: i32): bool {
  if (end - start > <usize>planned(watch + 3)) return false
  const first = kindOf(load<u8>(start))
  const second = end - start > 1 ? kindOf(load<u8>(start, 1)) : 0
  const bits = load<u32>(plan + 4 * (<usize>watch + 8 + first))
  if (((bits >> second) & 1) == 0) return false
  if (planned(watch + 4) != 0) return true
  // From the end, where most texts have their digits.
  for (let byte = end; byte > start; byte--) if (kindOf(load<u8>(byte - 1)) == digit) return false
  return true
}

const digit: u32 = 27

/** 1 to 26 for the letters of either case, 27 for a digit, 0 for others. */
@inline function kindOf(byte: u8): u32 {
  const letter = <u32>(byte | 0x20) - 0x60
  if (letter >= 1 && letter <= 26) return letter
  return <u32>byte - 0x30 <= 9 ? digit : 0
}
