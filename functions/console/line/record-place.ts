import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { DetailedRecord } from '../engine-worker/line-detail-types.ts'
import { grouped } from '../parts/plain-words.ts'

/** Where a record was read: `line 17 of bank.csv`, `record 17 of bank:main`, `line 17 of source.ndjson`. */
export function recordPlace({ origin, sides }: Pick<RunOverview, 'origin' | 'sides'>, record: DetailedRecord): string {
  const { side, line, isResidual } = record
  if (line === null) return 'in no file'
  const place = {
    local: `line ${grouped(line)} of ${sides[side].name}`,
    stored: `record ${grouped(line)} of ${sides[side].name}`,
    pack: `line ${grouped(line)} of ${side}.ndjson`,
  }[origin]
  return isResidual ? `left over by a match, from ${place}` : place
}
