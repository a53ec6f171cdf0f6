import { reportOfPeriod } from '@tallystick/audit/report/period-report'
import { editionOf, type ProvenPeriod, rootOfState, type SettledPeriod } from '@tallystick/engine/close'
import type { PeriodReport, ReportSignoff } from '@tallystick/schema/period-report'
import { sha256 } from '../sha256.ts'

/** The report of a period that own keys sign. */
export function reportOf(opened: SettledPeriod & { readonly proven: ProvenPeriod }): PeriodReport {
  const signoffs = signoffsOf(opened)
  const { submission, approval, number } = editionOf(opened.period.signed)
  const state = approval !== undefined ? 'closed' : submission !== undefined ? 'submitted' : 'open'
  return reportOfPeriod(sha256, {
    ...opened,
    ...{ reconciliation: null, state, edition: number, signoffs, names: new Map() },
  })
}

/** The names are those that the signers stated. */
const signoffsOf = ({ period }: SettledPeriod): readonly ReportSignoff[] =>
  period.signed.flatMap((line): readonly ReportSignoff[] => {
    if (line.kind === 'tallystick/decisions@1') return []
    if (line.kind === 'tallystick/reopening@1')
      return [{ act: 'reopen', actor: line.key, name: line.name, time: line.time, root: null, reason: line.reason }]
    const { act, key, name, time, state } = line
    return [{ act, actor: key, name, time, root: rootOfState(sha256, state), reason: null }]
  })
