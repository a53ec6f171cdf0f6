import type { RunState } from '../match/run-state.ts'
import { sides } from '../record/side.ts'
import type { RunWarning } from './absent-fields.ts'
import type { Break } from './break.ts'

/**
 * A warning for each side with more open records than near misses are looked for. The same records and rules give the
 * same warnings.
 *
 * `42 open records of source have no candidates: near misses are looked for the first 100000 of a side by id.`
 */
export function unexplainedOpen(run: RunState, breaks: readonly Break[]): readonly RunWarning[] {
  const most = run.work.limits.explainedCountMax
  return sides.flatMap((side): RunWarning[] => {
    const count = breaks.filter((each) => each.isUnexplained && each[side].length > 0).length
    if (count === 0) return []
    const detail = `${count} open records of ${side} have no candidates: near misses are looked for the first ${most} of a side by id.`
    return [{ code: 'unexplained_open', side, detail }]
  })
}
