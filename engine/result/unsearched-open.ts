import type { RunState } from '../match/state/run-state.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { RunWarning } from './absent-fields.ts'
import type { Break } from './break.ts'

/**
 * A warning for each side on which some open records did not search for near misses.
 *
 * `42 open records of source have no candidates: near misses are looked for the first 100000 of a side by id.`
 */
export function unsearchedOpen(run: RunState, breaks: readonly Break[]): readonly RunWarning[] {
  const countOf = (side: Side): number => breaks.filter((each) => each.isUnsearched && each[side].length > 0).length
  return unsearchedWarnings({ source: countOf('source'), target: countOf('target') }, run.work.limits.explainedCountMax)
}

/** `most` is the limit of records of a side that search for near misses. */
export const unsearchedWarnings = (counts: BySide<number>, most: number): readonly RunWarning[] =>
  sides.flatMap((side): RunWarning[] => {
    if (counts[side] === 0) return []
    const detail = `${counts[side]} open records of ${side} have no candidates: near misses are looked for the first ${most} of a side by id.`
    return [{ code: 'unexplained_open', side, detail }]
  })
