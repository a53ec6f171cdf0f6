import { at, int32At } from '../../base/at.ts'
import type { BySide } from '../../record/side.ts'
import type { BoundRule } from './bound-rule.ts'

export type Rows = BySide<readonly number[]>

/** Records that a rule has matched or suggested. One row a side, or several by id where the rule groups records. */
export interface Match extends Rows {
  readonly rule: BoundRule
  /** Where the rule groups records: rows that stand for all, since the others are their twins. */
  readonly nodes?: Rows
  /** Whether some records have twins that were not chosen, so that another pairing of the twins would be as good. */
  readonly interchangeable: boolean
  /** Whether another choice was as good. The match is then a suggestion, or chosen by `ambiguous: "best"`. */
  readonly ambiguous: boolean
}

/** What a match of a pair has besides its two rows. */
export type PairFlags = Omit<Match, 'source' | 'target' | 'nodes'>

/** A match of one record with one. */
export interface Pair {
  readonly how: PairFlags
  readonly source: number
  readonly target: number
}

export const pairMatch = ({ how: { rule, interchangeable, ambiguous }, source, target }: Pair): Match => ({
  rule,
  interchangeable,
  ambiguous,
  source: [source],
  target: [target],
})

/** Match `i` joins rows `source[i]` and `target[i]`; of a match that groups records, these are its first rows. */
export interface MatchColumns {
  readonly source: Int32Array
  readonly target: Int32Array
  /** Match → a position in `hows`. */
  readonly howAt: Int32Array
  /** A match that groups records stands here itself. */
  readonly hows: readonly (PairFlags | Match)[]
}

export const isWhole = (how: PairFlags | Match): how is Match => 'source' in how

/**
 * The matches of a run, in the order in which they were made. Nearly all are pairs, and there are millions: a pair
 * takes 12 bytes here, and becomes an object when somebody asks for it.
 */
export interface MatchList extends Iterable<Match> {
  count(): number
  add(match: Match): void
  /** Cheapest when many pairs in a row have the same object `how`. */
  addPair(pair: Pair): void
  at(index: number): Match
  /** The matches from `start` on. */
  from(start: number): Match[]
  filter(test: (how: PairFlags) => boolean): MatchList
  /** The matches at these positions. */
  inOrder(positions: Int32Array): MatchList
  /** Views that a later match may replace. */
  columns(): MatchColumns
}

export const createMatchList = (): MatchList =>
  matchListOf({ source: new Int32Array(), target: new Int32Array(), howAt: new Int32Array(), hows: [] })

/** The list of these columns, which it changes and replaces when a match is added. */
export function matchListOf(begun: MatchColumns): MatchList {
  let { source, target, howAt } = begun
  const hows = [...begun.hows]
  let last: PairFlags | undefined
  let count = howAt.length

  const addRows = (how: PairFlags | Match, sourceRow: number, targetRow: number): void => {
    if (count === howAt.length) [source, target, howAt] = [longer(source), longer(target), longer(howAt)]
    if (how !== last) hows.push(how)
    last = how
    source[count] = sourceRow
    target[count] = targetRow
    howAt[count] = hows.length - 1
    count += 1
  }
  const matchAt = (index: number): Match => {
    if (!(index >= 0 && index < count)) throw new RangeError(`Got match ${index}, wanted one of ${count}`)
    const how = at(hows, int32At(howAt, index))
    return isWhole(how) ? how : pairMatch({ how, source: int32At(source, index), target: int32At(target, index) })
  }
  const from = (start: number): Match[] => Array.from({ length: count - start }, (_, index) => matchAt(start + index))
  return {
    count: () => count,
    add: (match) => addRows(match, at(match.source, 0), at(match.target, 0)),
    addPair: (pair) => addRows(pair.how, pair.source, pair.target),
    at: matchAt,
    from,
    filter(test) {
      const kept = createMatchList()
      for (let index = 0; index < count; index++) {
        const how = at(hows, int32At(howAt, index))
        if (!test(how)) continue
        if (isWhole(how)) kept.add(how)
        else kept.addPair({ how, source: int32At(source, index), target: int32At(target, index) })
      }
      return kept
    },
    inOrder: (positions) =>
      matchListOf({
        source: valuesAt(source, positions),
        target: valuesAt(target, positions),
        howAt: valuesAt(howAt, positions),
        hows,
      }),
    columns: () => ({
      source: source.subarray(0, count),
      target: target.subarray(0, count),
      howAt: howAt.subarray(0, count),
      hows,
    }),
    *[Symbol.iterator]() {
      for (let index = 0; index < count; index++) yield matchAt(index)
    },
  }
}

function longer(column: Int32Array): Int32Array {
  const copy = new Int32Array(Math.max(64, 2 * column.length))
  copy.set(column)
  return copy
}

/** In a loop of its own: reads at random overlap in a short loop. */
function valuesAt(column: Int32Array, positions: Int32Array): Int32Array {
  const values = new Int32Array(positions.length)
  for (let place = 0; place < positions.length; place++) values[place] = int32At(column, int32At(positions, place))
  return values
}
