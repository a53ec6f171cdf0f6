import type { Sha256 } from '../../base/hasher.ts'
import { linesOf } from '../../base/line-splitter.ts'
import type { PeriodToCheck } from '../../close/period-faults.ts'
import type { Side } from '../../record/side.ts'
import { auditOfResult } from '../chain/read-artifacts.ts'
import { createRecordTally, type RecordTally } from '../chain/record-tally.ts'

/**
 * A record that takes part in the run of a period and is in no line of its result, or in two; lines in another order;
 * totals, or what is left over, that are not what the records come to. O(records + lines).
 */
export function completenessFault(sha256: Sha256, period: PeriodToCheck): string | undefined {
  const { files } = period
  const tallies = { source: tallyOf(sha256, 'source', period), target: tallyOf(sha256, 'target', period) }
  const instructions = linesOf(files['instructions.ndjson'])
  const { audit } = auditOfResult(tallies, { rules: files['rules.json'], instructions })
  for (const line of linesOf(files['result.ndjson'])) audit.take(line)
  const fault = tallies.source.fault() ?? tallies.target.fault() ?? audit.finish() ?? audit.ruleFault()
  return fault === undefined ? undefined : `${fault}.`
}

/** The records of a side but those that the run leaves out. */
function tallyOf(sha256: Sha256, side: Side, { files, contents }: PeriodToCheck): RecordTally {
  const left = new Set(contents.aside.flatMap((line) => (line.side === side ? [line.row] : [])))
  const tally = createRecordTally(sha256, side)
  for (const [row, line] of linesOf(files[`${side}.ndjson`]).entries()) if (!left.has(row)) tally.take(line)
  return tally
}
