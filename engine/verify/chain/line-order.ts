import { compareUtf8 } from '../../base/bytes.ts'
import { entryKinds, isDecision, type ResultEntry } from './result-entry.ts'

/** Checks the order of a result's lines: header, matches, suggestions, breaks, exclusions, netted records, totals. */
interface LineOrder {
  place(entry: ResultEntry): string | undefined
  isComplete(): boolean
}

export function createLineOrder(): LineOrder {
  let last: ResultEntry | undefined
  return {
    place(entry) {
      const before = last
      last = entry
      if (before === undefined) return entry.kind === entryKinds[0] ? undefined : 'the header does not come first'
      const step = placeOf(entry) - placeOf(before)
      if (step > 0) return undefined
      return step < 0 || compareEntries(before, entry) >= 0 ? 'it is out of order' : undefined
    },
    isComplete: () => last?.kind === 'totals',
  }
}

/** Matches by hand come before the matches of rules. */
const placeOf = ({ kind, line }: ResultEntry): number =>
  entryKinds.indexOf(kind) - (kind === 'match' && isDecision(line) ? 0.5 : 0)

/**
 * Compares lines by source ids, then by target ids; lines without source records come last. Headers and totals have no
 * ids and compare as equal.
 */
function compareEntries(left: ResultEntry, right: ResultEntry): number {
  const isLater = Number(left.source.length === 0) - Number(right.source.length === 0)
  return isLater || compareIds(left.source, right.source) || compareIds(left.target, right.target)
}

function compareIds(left: readonly string[], right: readonly string[]): number {
  for (const [index, id] of left.entries()) {
    const other = right[index]
    const order = other === undefined ? 1 : compareUtf8(id, other)
    if (order !== 0) return order
  }
  return left.length - right.length
}
