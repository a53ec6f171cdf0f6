import type { Sha256 } from '../base/hasher.ts'
import type { ReconcileResult } from '../reconcile.ts'
import type { GraphCounts } from './graph-draft.ts'
import { type ItemLine, linesOfView, rootOfLines } from './result-lines.ts'

/** What the lines of a result say of its passes: which of them each made, and which records it took. */
export interface ClaimedLines {
  /** The root over the pass's lines in the order of the result, and how many there are of each kind. */
  ofPass(position: number): { readonly hash: string; readonly counts: GraphCounts }
  /** Whether the record was in a match or excluded after the pass. */
  isClaimedBy(side: 'source' | 'target', id: string, position: number): boolean
}

interface PassLines {
  readonly lines: string[]
  readonly counts: { matches: number; suggestions: number; excluded: number }
}

/** Reads the lines of an outcome by the passes that made them; O(lines). Throws on a line of a rule without a pass. */
export function readClaims({ chunks, passes }: ReconcileResult, sha256: Sha256): ClaimedLines {
  const ofPass = passes.map((): PassLines => ({ lines: [], counts: { matches: 0, suggestions: 0, excluded: 0 } }))
  const positionOf = new Map(passes.map(({ rule }, position) => [rule, position]))
  const claimedBy = { source: new Map<string, number>(), target: new Map<string, number>() }
  for (const view of ['matches', 'suggestions', 'excluded'] as const) {
    for (const text of linesOfView(chunks, view)) {
      const line: Exclude<ItemLine, { readonly kind: 'break' }> = JSON.parse(text)
      const position = positionOf.get(line.rule)
      const pass = position === undefined ? undefined : ofPass[position]
      if (position === undefined || pass === undefined) throw new Error(`Graph: no pass has the rule ${line.rule}`)
      pass.lines.push(text)
      pass.counts[view] += 1
      if (view === 'suggestions') continue
      for (const side of ['source', 'target'] as const)
        for (const id of line[side] ?? []) claimedBy[side].set(id, position)
    }
  }
  return {
    ofPass(position) {
      const { lines = [], counts = {} } = ofPass[position] ?? {}
      return { hash: rootOfLines(sha256, lines), counts }
    },
    isClaimedBy: (side, id, position) => (claimedBy[side].get(id) ?? Number.POSITIVE_INFINITY) <= position,
  }
}
