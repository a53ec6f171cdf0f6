import { at, type Sha256 } from '@tallystick/engine/base'
import { type OpenRows, openSniffedIntake } from '@tallystick/engine/intake'
import { reconcile } from '@tallystick/engine/reconcile'
import { createTableBuilder, type Table } from '@tallystick/engine/record'
import { compileRules } from '@tallystick/engine/rules'
import { check } from '../../../schema/problem.ts'
import { rulesSchema } from '../../../schema/rule-set.ts'
import { rulesOfSides } from './two-sides.ts'

/** The engine's part of a run without the service around it, in Node and in workerd alike. */

/** A side's records as columns, and the root of the dataset. */
export interface JobSide {
  readonly table: Table
  readonly root: string
}

/** What is compared before a time counts: workerd has to come to the root that Node comes to. */
export interface JobOutcome {
  readonly resultRoot: string
  readonly matchCount: number
}

const partByteCount = 256 * 1024
/** As in a run of the service. */
const chunkBytesMax = 512 * 1024

interface EngineModules {
  readonly sha256: Sha256
  readonly openRows: OpenRows
}

/** The records of a CSV, read as an upload is. */
export function readRecords(csv: Uint8Array, { sha256, openRows }: EngineModules): JobSide {
  const columns = createTableBuilder([])
  const intake = openSniffedIntake({
    mapping: undefined,
    currency: undefined,
    encoding: undefined,
    sha256,
    rows: openRows,
    columns,
  })
  for (let start = 0; start < csv.length; start += partByteCount)
    intake.write(csv.subarray(start, start + partByteCount))
  const end = intake.end()
  if (!end.ok) throw new Error(`The records cannot be read: ${at(end.faults, 0).detail}`)
  return { table: columns.finish(), root: end.summary.root }
}

/** Matching, result lines and root, under the rules of the two sides. */
export function reconcileSides(source: JobSide, target: JobSide, sha256: Sha256): JobOutcome {
  const checked = check(rulesSchema(compileRules), rulesOfSides)
  if (!checked.ok) throw new Error(`The rules are refused: ${at(checked.faults, 0).detail}`)
  const { resultRoot, summary } = reconcile({ source, target, policy: checked.value, sha256, chunkBytesMax })
  return { resultRoot, matchCount: summary.matchCount }
}
