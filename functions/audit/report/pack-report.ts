import type { Sha256 } from '@tallystick/engine/base'
import {
  actOf,
  editionOf,
  isReopening,
  type ProvenPeriod,
  provePeriod,
  rootOfState,
  type SettledPeriod,
} from '@tallystick/engine/close'
import type { SignoffEntry } from '@tallystick/engine/log'
import type { PeriodLog } from '@tallystick/engine/verify'
import type { PeriodReport, ReportSignoff } from '@tallystick/schema/period-report'
import { reportOfPeriod } from './period-report.ts'

/**
 * The report of a period in a pack: `log` is that of a service, undefined where own keys have signed. Names are those
 * that the signatures or entries state. Reasons of a service's steps are not in a pack, which has their hashes.
 */
export function reportOfPack(sha256: Sha256, settled: SettledPeriod, log: PeriodLog | undefined): PeriodReport {
  const proven = provePeriod(settled.folded, settled.period)
  if (log === undefined) return reportOfSigned(sha256, { ...settled, proven })
  const steps = log.entries.flatMap(({ entry }) => (entry.kind === 'tallystick/signoff@1' ? [entry] : []))
  const signers = steps.flatMap(({ submittedBy, approvedBy }) => [submittedBy, ...(approvedBy ? [approvedBy] : [])])
  const names = new Map(signers.map(({ id, name }) => [id, name]))
  const last = steps.at(-1)
  return reportOfPeriod(sha256, {
    ...settled,
    ...{ proven, reconciliation: null, names },
    state: last === undefined ? 'open' : stateAfter[last.act],
    // A reopening is of the edition that it ends.
    edition: (last?.edition ?? 1) + Number(last?.act === 'reopen'),
    signoffs: steps.map(({ act, actor, completedAt, root }) => ({
      ...{ act, actor, name: names.get(actor) ?? actor, time: completedAt, root, reason: null },
    })),
  })
}

const stateAfter: { readonly [act in SignoffEntry['act']]: PeriodReport['state'] } = {
  submit: 'submitted',
  approve: 'closed',
  reject: 'open',
  reopen: 'open',
}

/** The report of a period that own keys sign. */
export function reportOfSigned(
  sha256: Sha256,
  opened: SettledPeriod & { readonly proven: ProvenPeriod },
): PeriodReport {
  const { submission, approval, number } = editionOf(opened.period.signed)
  const state = approval !== undefined ? 'closed' : submission !== undefined ? 'submitted' : 'open'
  return reportOfPeriod(sha256, {
    ...opened,
    ...{ reconciliation: null, state, edition: number, signoffs: signoffsOf(sha256, opened), names: new Map() },
  })
}

/** The names are those that the signers stated. */
const signoffsOf = (sha256: Sha256, { period }: SettledPeriod): readonly ReportSignoff[] =>
  period.signed.flatMap((line): readonly ReportSignoff[] => {
    if (line.kind === 'tallystick/decisions@1') return []
    const act = actOf(line)
    const { key, name, time } = line
    const said = isReopening(line)
      ? { root: null, reason: line.reason }
      : { root: rootOfState(sha256, line.state), reason: null }
    return [{ act, actor: key, name, time, ...said }]
  })
