import type { RunOverview } from '../engine-worker/engine-types.ts'

/** Records of both sides of all open runs: some 400 bytes of memory each. */
const openRecordCountMax = 1_000_000

type SizedRun = Pick<RunOverview, 'id'> & {
  readonly sides: { readonly [side in 'source' | 'target']: Pick<RunOverview['sides']['source'], 'recordCount'> }
}

/** The oldest runs that exceed the limit. `runs` are the oldest first; the newest stays in any case. */
export function runsToClose(runs: readonly SizedRun[]): readonly string[] {
  let recordCount = 0
  const last = runs.findLastIndex(({ sides: { source, target } }) => {
    recordCount += source.recordCount + target.recordCount
    return recordCount > openRecordCountMax
  })
  return runs.slice(0, Math.min(last + 1, runs.length - 1)).map(({ id }) => id)
}
