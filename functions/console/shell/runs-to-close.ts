import type { RunOverview } from '../engine-worker/engine-types.ts'

/** Records of both sides, of all open runs together: some 400 bytes of memory each. */
const openRecordCountMax = 1_000_000

/** An open run, as far as its size matters. */
type SizedRun = Pick<RunOverview, 'id'> & {
  readonly sides: { readonly [side in 'source' | 'target']: Pick<RunOverview['sides']['source'], 'recordCount'> }
}

/** The ids of the runs that have to give way, given all open ones, the oldest first. The newest always stays. */
export function runsToClose(runs: readonly SizedRun[]): readonly string[] {
  let recordCount = 0
  const last = runs.findLastIndex(({ sides: { source, target } }) => {
    recordCount += source.recordCount + target.recordCount
    return recordCount > openRecordCountMax
  })
  return runs.slice(0, Math.min(last + 1, runs.length - 1)).map(({ id }) => id)
}
