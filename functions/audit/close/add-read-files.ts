import type { Sha256 } from '@tallystick/engine/base'
import {
  addDataset,
  distinctStatements,
  formatBalances,
  type PeriodFiles,
  type SideStatement,
  sideStatementOf,
} from '@tallystick/engine/close'
import type { DatasetSummary } from '@tallystick/engine/intake'
import type { Side } from '@tallystick/engine/record'
import type { EvidenceUse } from '../verify/evidence-file.ts'
import type { OwnPeriod } from './own-period.ts'

/** A file of a side that was read without a fault. */
export interface ReadDataset {
  readonly side: Side
  readonly file: string
  /** Its canonical records. */
  readonly lines: readonly string[]
  readonly summary: Pick<DatasetSummary, 'root' | 'statements'>
}

/** The files of the period with what was read besides. Refuses records that the side has read already. */
export function addReadFiles(
  sha256: Sha256,
  { files, period }: OwnPeriod,
  datasets: readonly ReadDataset[],
): EvidenceUse<PeriodFiles> {
  const { parts } = period.manifest
  const known = new Set(
    (['source', 'target'] as const).flatMap((side) => parts[side].map(({ root }) => `${side} ${root}`)),
  )
  const faults = datasets.flatMap(({ side, file, summary: { root } }) => {
    const isKnown = known.has(`${side} ${root}`)
    known.add(`${side} ${root}`)
    return isKnown ? [`${file}: its records were read before as a file of the ${side}`] : []
  })
  if (faults.length > 0) return { ok: false, faults }
  const { balances } = period
  const statements = distinctStatements([...balances.statements, ...datasets.flatMap(statementsOf)])
  const added = datasets.reduce((all, { side, file, lines }) => addDataset(sha256, all, { side, file, lines }), files)
  return { ok: true, value: { ...added, 'balances.json': formatBalances({ ...balances, statements }) } }
}

const statementsOf = ({ side, file, summary }: ReadDataset): readonly SideStatement[] =>
  summary.statements.flatMap((each, index) => sideStatementOf(each, { side, name: `${file} ${index + 1}` }))
