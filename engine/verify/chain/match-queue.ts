import { sides } from '../../record/side.ts'
import type { RecordTallies } from './record-tally.ts'
import type { ResultEntry } from './result-entry.ts'

type Settle = (entry: ResultEntry, line: number) => string | undefined

/** Handles each match after the matches whose residuals it uses, whatever the order of their lines. */
export function createMatchQueue(tallies: RecordTallies, settle: Settle) {
  let waiting: { readonly entry: ResultEntry; readonly line: number }[] = []
  const isKnown = (entry: ResultEntry): boolean =>
    sides.every((side) => entry[side].every((id) => tallies[side].has(id)))
  return {
    add(entry: ResultEntry, line: number): string | undefined {
      if (isKnown(entry)) return settle(entry, line)
      waiting.push({ entry, line })
      return undefined
    },
    /** Settles the matches that still wait. If a record of a match is unknown, `settle` returns the fault. */
    finish(): string | undefined {
      while (waiting.length > 0) {
        const { known = [], unknown = [] } = Object.groupBy(waiting, ({ entry }) =>
          isKnown(entry) ? 'known' : 'unknown',
        )
        const ready = known.length > 0 ? known : unknown.slice(0, 1)
        waiting = known.length > 0 ? unknown : []
        for (const { entry, line } of ready) {
          const fault = settle(entry, line)
          if (fault !== undefined) return fault
        }
      }
      return undefined
    },
  }
}
