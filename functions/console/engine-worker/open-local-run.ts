import { residualsOf } from '@tallystick/audit/report/residuals'
import { lookUpRecords } from '@tallystick/audit/report/shown-records'
import type { JsonValue, Sha256 } from '@tallystick/engine/base'
import type { ReconciledRun, ReconcileResult } from '@tallystick/engine/reconcile'
import type { BySide } from '@tallystick/engine/record'
import type { HeaderLine, TotalsLine } from '@tallystick/engine/result'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { OpenRun } from './open-run-lines.ts'
import type { FileSide } from './read-file.ts'

export interface LocalSide extends Pick<FileSide, 'name' | 'table' | 'lines' | 'origin'> {
  readonly summary: Pick<FileSide['summary'], 'root' | 'recordCount'> & Partial<Pick<FileSide['summary'], 'statements'>>
}

interface LocalRun {
  readonly id: string
  readonly policy: CompiledPolicy
  /** The rules as the visitor gave them; undefined for the built-in rules. */
  readonly policyJson: JsonValue | undefined
  readonly sides: BySide<LocalSide>
  readonly ended: ReconciledRun
  readonly sha256: Sha256
}

export function openLocalRun({ id, policy, policyJson = [], sides, ended, sha256 }: LocalRun): OpenRun {
  const { outcome } = ended
  const { source, target } = sides
  const openSide = ({ name, table, summary, lines }: LocalSide) => ({ name, table, root: summary.root, lines })
  return {
    id,
    origin: 'local',
    title: `${source.name} against ${target.name}`,
    policy,
    policyJson,
    sides: { source: openSide(source), target: openSide(target) },
    chunks: outcome.chunks.map(({ view, text }) => ({ view, text })),
    header: onlyLine<HeaderLine>(outcome, 'header'),
    totals: onlyLine<TotalsLine>(outcome, 'totals'),
    summary: outcome.summary,
    resultRoot: outcome.resultRoot,
    leafCount: outcome.leafCount,
    warnings: outcome.warnings,
    statements: { source: source.summary.statements ?? [], target: target.summary.statements ?? [] },
    origins: source.origin && target.origin && { source: source.origin, target: target.origin },
    sha256,
    ended: async () => ended,
    recordOf: lookUpRecords({ source: reportSide(source), target: reportSide(target) }, residualsOf(outcome)),
  }
}

const reportSide = (side: LocalSide) => ({ ...side, path: side.name })

function onlyLine<Line>({ chunks }: ReconcileResult, view: 'header' | 'totals'): Line {
  const chunk = chunks.find((each) => each.view === view)
  if (chunk === undefined) throw new Error(`A result has no ${view}`)
  return JSON.parse(chunk.text)
}
