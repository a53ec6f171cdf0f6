import type { RunOverview } from '../engine-worker/engine-types.ts'

/** The most records, both sides of all open runs together: some 400 bytes of memory each. */
const openRecordCountMax = 1_000_000

type SizedRun = Pick<RunOverview, 'id'> & {
  readonly sides: { readonly [side in 'source' | 'target']: Pick<RunOverview['sides']['source'], 'recordCount'> }
}

/**
 * The oldest runs, which have to be closed to keep the limit. `runs` begins with the oldest; the newest run is never
 * closed.
 */
export function runsToClose(runs: readonly SizedRun[]): readonly string[] {
  let recordCount = 0
  const last = runs.findLastIndex(({ sides: { source, target } }) => {
    recordCount += source.recordCount + target.recordCount
    return recordCount > openRecordCountMax
  })
  return runs.slice(0, Math.min(last + 1, runs.length - 1)).map(({ id }) => id)
}
