import { int32At, uint32At } from '../base/at.ts'
import type { TextColumn } from './columns.ts'
import { textEquality, textHash, textOrder } from './compare-texts.ts'
import { type Numbering, noValue } from './numbering.ts'
import { rowsByText } from './sort-texts.ts'

/** Numbers the texts of two columns, once for all rules. O(bytes); 4 bytes a row, and some 20 more while it runs. */
export function numberTexts(source: TextColumn, target: TextColumn): Numbering {
  const known = numberings.get(source)?.get(target)
  if (known !== undefined) return known
  const made = numberByHash(source, target) ?? numberByOrder(source, target)
  numberings.set(source, (numberings.get(source) ?? new WeakMap<TextColumn, Numbering>()).set(target, made))
  return made
}

const numberings = new WeakMap<TextColumn, WeakMap<TextColumn, Numbering>>()

/** The most wrong entries that are tried on average for a row. Only texts chosen for colliding hashes need more. */
const wrongProbesPerRowMax = 16

/** Undefined if the hashes of too many texts collide. */
function numberByHash(source: TextColumn, target: TextColumn): Numbering | undefined {
  const columns = source === target ? [source] : [source, target]
  const rowCount = columns.reduce((sum, column) => sum + column.rowCount, 0)
  const mask = 2 ** Math.max(4, 33 - Math.clz32(rowCount)) - 1
  /**
   * `slots`: place in the hash table → number, 0 if free. `hashes` and `rows`: number → its hash, and a row with the
   * text.
   */
  const [slots, hashes, rows] = [new Int32Array(mask + 1), new Int32Array(rowCount + 1), new Uint32Array(rowCount + 1)]
  let count = 1
  let probesLeft = wrongProbesPerRowMax * (rowCount + mask)
  const numbered = columns.map((column) => {
    const firstOfColumn = count
    const [areEqual, areEqualToSource] = [textEquality(column, column), textEquality(source, column)]
    const numbers = hashesOf(column)
    for (let row = 0; row < numbers.length && probesLeft > 0; row++) {
      const hash = int32At(numbers, row)
      if (hash === noValue) continue
      let place = hash & mask
      let number = int32At(slots, place)
      while (number !== 0) {
        if (int32At(hashes, number) === hash) {
          const test = number < firstOfColumn ? areEqualToSource : areEqual
          if (test(uint32At(rows, number), row)) break
        }
        probesLeft -= 1
        place = (place + 1) & mask
        number = int32At(slots, place)
      }
      if (number === 0) {
        number = count++
        slots[place] = number
        hashes[number] = hash
        rows[number] = row
      }
      numbers[row] = number
    }
    return numbers
  })
  const [first, second = first] = numbered
  return probesLeft > 0 && first !== undefined && second !== undefined ? { source: first, target: second } : undefined
}

function hashesOf(column: TextColumn): Int32Array {
  const hashes = new Int32Array(column.rowCount)
  const hashOf = textHash(column)
  for (let row = 0; row < hashes.length; row++) {
    if (column.byteCountAt(row) === 0) continue
    const hash = hashOf(row)
    hashes[row] = hash === noValue ? 1 : hash
  }
  return hashes
}

/** Numbers texts by sorting, whose cost does not depend on hashes. */
function numberByOrder(source: TextColumn, target: TextColumn): Numbering {
  const [sources, targets] = [rowsByText(source), rowsByText(target)]
  const numbers = { source: new Int32Array(source.rowCount), target: new Int32Array(target.rowCount) }
  let count = 0
  let last: readonly [TextColumn, number] | undefined
  const order = textOrder(source, target)
  const give = (column: TextColumn, row: number): number => {
    if (column.byteCountAt(row) === 0) return noValue
    if (last === undefined || !textEquality(last[0], column)(last[1], row)) count += 1
    last = [column, row]
    return count
  }
  for (let [left, right] = [0, 0]; left < sources.length || right < targets.length; ) {
    const [own, other] = [sources[left], targets[right]]
    if (own !== undefined && (other === undefined || order(own, other) <= 0)) {
      numbers.source[own] = give(source, own)
      left += 1
    } else if (other !== undefined) {
      numbers.target[other] = give(target, other)
      right += 1
    }
  }
  return numbers
}
