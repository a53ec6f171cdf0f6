import { int32At, numberAt } from '../base/at.ts'
import type { Units } from './columns.ts'
import { type Numbering, noValue } from './numbering.ts'
import type { BySide } from './side.ts'

interface UnitsBySide extends BySide<(row: number) => Units | undefined> {
  readonly rowCounts: BySide<number>
}

/** Numbers amounts or days, see `Numbering`. O(rows); 4 bytes a row, and some 20 more while it runs. */
export function numberUnits({ source, target, rowCounts }: UnitsBySide): Numbering {
  const rowCount = rowCounts.source + rowCounts.target
  const mask = 2 ** Math.max(4, 33 - Math.clz32(rowCount)) - 1
  /** `slots`: place in the hash table → number, 0 if free. `values`: number → its value. */
  const [slots, values] = [new Int32Array(mask + 1), new Float64Array(rowCount + 1)]
  /** Values beyond 2^52, and values that came after too many hashes had collided. */
  const others = new Map<Units, number>()
  let count = 1
  let probesLeft = wrongProbesPerRowMax * (rowCount + mask)
  const numberOfOther = (units: Units): number => {
    const known = others.get(units) ?? count++
    others.set(units, known)
    return known
  }
  const numberOf = (units: number): number => {
    let place = hashOf(units) & mask
    for (let number = int32At(slots, place); number !== 0; number = int32At(slots, place)) {
      if (numberAt(values, number) === units) return number
      probesLeft -= 1
      // The search goes on beyond the bound: a value that is in the table must be found, or it would get two numbers.
      place = (place + 1) & mask
    }
    if (probesLeft < 0) return numberOfOther(units)
    slots[place] = count
    values[count] = units
    return count++
  }
  const read = (unitsAt: (row: number) => Units | undefined, rows: number): Int32Array => {
    const numbers = new Int32Array(rows)
    for (let row = 0; row < rows; row++) {
      const units = unitsAt(row)
      if (units === undefined) numbers[row] = noValue
      else numbers[row] = typeof units === 'number' ? numberOf(units) : numberOfOther(units)
    }
    return numbers
  }
  return { source: read(source, rowCounts.source), target: read(target, rowCounts.target) }
}

const wrongProbesPerRowMax = 16

/** Spreads neighbouring whole numbers over the whole table. */
function hashOf(units: number): number {
  let hash = (units | 0) ^ Math.imul(Math.floor(units / 2 ** 32), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return hash ^ (hash >>> 16)
}
