import type { DecimalColumn } from '../record/columns.ts'
import type { BySide } from '../record/side.ts'
import type { Table } from '../record/table.ts'

/** Which sizes of amounts the records of a side have, as a sample: the least hashes of distinct sizes, by sign. */
export interface AmountSizes {
  /** Hashes in ascending order, at most `hashCountMax`. */
  readonly positive: readonly number[]
  readonly negative: readonly number[]
}

/** A sample of so many sizes estimates a share of 0.5 to within 0.05. */
const hashCountMax = 512

export const noSizes: AmountSizes = { positive: [], negative: [] }

/** The sizes of the records' `amount`, else `net`, else `gross`; those of 0 and above 2^52 units are left out. O(rows). */
export function amountSizes(table: Table): AmountSizes {
  const columns = ['amount', 'net', 'gross'].map((field) => table.decimal(field))
  const [positive, negative] = [createLeast(), createLeast()]
  for (let row = 0; row < table.rowCount; row++)
    for (const column of columns) {
      const units = column.unitsAt(row)
      if (units === undefined) continue
      if (typeof units === 'number' && units !== 0)
        (units < 0 ? negative : positive).add(hashOfSize(Math.abs(units), column))
      break
    }
  return { positive: positive.hashes(), negative: negative.hashes() }
}

export const addSizes = (left: AmountSizes, right: AmountSizes): AmountSizes => ({
  positive: leastOf([...left.positive, ...right.positive]),
  negative: leastOf([...left.negative, ...right.negative]),
})

/** The distinct sizes that both sides have under the same sign and under opposite signs, and those of the side with fewer. */
export interface CommonSizes {
  readonly same: number
  readonly opposite: number
  readonly least: number
}

/** Compares the samples below the hash up to which both are complete. */
export function commonSizes({ source, target }: BySide<AmountSizes>): CommonSizes {
  const lists = [source.positive, source.negative, target.positive, target.negative]
  const end = Math.min(...lists.map((hashes) => (hashes.length < hashCountMax ? 2 ** 32 : (hashes.at(-1) ?? 0))))
  const [sourcePositive, sourceNegative, targetPositive, targetNegative] = lists.map(
    (hashes) => new Set(hashes.filter((hash) => hash <= end)),
  )
  const common = (left: ReadonlySet<number> = new Set(), right: ReadonlySet<number> = new Set()): number =>
    [...left].filter((hash) => right.has(hash)).length
  const countOf = (...sets: readonly (ReadonlySet<number> | undefined)[]): number =>
    sets.reduce((sum, set) => sum + (set?.size ?? 0), 0)
  return {
    same: common(sourcePositive, targetPositive) + common(sourceNegative, targetNegative),
    opposite: common(sourcePositive, targetNegative) + common(sourceNegative, targetPositive),
    least: Math.min(countOf(sourcePositive, sourceNegative), countOf(targetPositive, targetNegative)),
  }
}

/** Too few sizes meet by chance. */
const commonCountMin = 3

/** Whether at least half of the sizes of the side with fewer meet under opposite signs only. */
export const areMirrored = ({ same, opposite, least }: CommonSizes): boolean =>
  opposite >= commonCountMin && 2 * opposite >= least && 10 * same <= opposite

const leastOf = (hashes: readonly number[]): number[] =>
  [...new Set(hashes)].sort((a, b) => a - b).slice(0, hashCountMax)

/** Keeps the least distinct hashes. O(1) amortised for each. */
function createLeast() {
  const kept = new Set<number>()
  let end = 2 ** 32
  const cut = (): void => {
    const least = leastOf([...kept])
    kept.clear()
    for (const hash of least) kept.add(hash)
    end = least.length < hashCountMax ? end : (least.at(-1) ?? end)
  }
  return {
    add(hash: number): void {
      if (hash > end) return
      kept.add(hash)
      if (kept.size > 4 * hashCountMax) cut()
    },
    hashes: (): readonly number[] => leastOf([...kept]),
  }
}

/** The same for 1.10 and 1.1, whatever the scale of the column. */
function hashOfSize(size: number, { scale }: DecimalColumn): number {
  let [units, digits] = [size, scale]
  for (; digits > 0 && units % 10 === 0; digits--) units /= 10
  let hash = (units | 0) ^ Math.imul(Math.floor(units / 2 ** 32) + digits, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b)
  return (hash ^ (hash >>> 16)) >>> 0
}
