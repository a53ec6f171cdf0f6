import { formatDecimal, type Sha256 } from '@tallystick/engine/base'
import {
  type DecisionLine,
  type FoldedPeriod,
  isOpenState,
  type PeriodItem,
  type ProvenPeriod,
  proofTable,
  type ReadPeriod,
  rootOfState,
  type SettledPeriod,
  type StateFiles,
  stateOf,
  submissionFaults,
  sumByAge,
} from '@tallystick/engine/close'
import type { PeriodReport, ReportSignoff } from '@tallystick/schema/period-report'
import { peopleOf } from './period-people.ts'
import { adjustmentsOf, asideSums, ownersOf } from './period-sums.ts'

export interface ReportedPeriod extends Omit<SettledPeriod, 'files'> {
  readonly files: StateFiles
  /** The name of its reconciliation. */
  readonly reconciliation: string | null
  readonly proven: ProvenPeriod
  readonly state: PeriodReport['state']
  readonly edition: number
  readonly signoffs: readonly ReportSignoff[]
  /** Names of members, keys and owners, where they are known. */
  readonly names: ReadonlyMap<string, string>
}

/** The content of every form of the report. Equal periods give equal reports. O(items · log items). */
export function reportOfPeriod(sha256: Sha256, reported: ReportedPeriod): PeriodReport {
  const { period, folded, proven, files, signoffs, names, state } = reported
  const { manifest, terms } = period
  const open = folded.items.filter((item) => isOpenState(item.state))
  const shown = folded.items.filter((item) => isOpenState(item.state) || item.state === 'withdrawn')
  const { name, first, last } = manifest.period
  const signed = stateOf(sha256, files, proven)
  const whyOf = whyOfDecisions(period)
  return {
    kind: 'tallystick/period-report@1',
    reconciliation: reported.reconciliation,
    period: { name, first, last },
    state,
    edition: reported.edition,
    engine: manifest.engine,
    statement: terms.statement,
    isTurned: terms.isTurned,
    proofs: proofsOf(period, proven),
    rollForward: proven.rollForward.map(({ faults, ...each }) => ({
      ...each,
      faults: faults.map((fault) => ({ ...fault })),
    })),
    ages: sumByAge(open).map(({ bucket, amount, ...each }) => ({
      ...each,
      age: bucket,
      amount: formatDecimal(amount),
    })),
    owners: ownersOf(open, names),
    adjustments: adjustmentsOf(open),
    items: shown.toSorted((a, b) => b.ageDays - a.ageDays).map((item) => reportItem(item, { whyOf, names })),
    setAside: asideSums(folded.items),
    decisions: decisionsOf(period, folded),
    people: peopleOf(period, signoffs, names),
    roots: [
      { of: 'period', root: rootOfState(sha256, signed) },
      ...Object.entries(signed).map(([of, root]) => ({ of, root })),
    ],
    signoffs: [...signoffs],
    faults: state === 'open' ? submissionFaults(period, folded, proven).map(({ detail }) => detail) : [],
  }
}

function proofsOf({ balances, terms }: ReadPeriod, { proof }: ProvenPeriod): PeriodReport['proofs'] {
  const reasons = new Map(Object.entries(balances.reasons))
  return proof.map((each) => {
    const rows = proofTable(terms, each)
    return {
      currency: each.currency,
      unexplained: rows.at(-1)?.amount ?? each.unexplained,
      reason: reasons.get(each.currency) ?? null,
      rows: rows.map((row) => ({ ...row })),
    }
  })
}

interface ItemContext {
  readonly whyOf: (decision: string | undefined) => string | null
  readonly names: ReportedPeriod['names']
}

function reportItem(item: PeriodItem, { whyOf, names }: ItemContext): PeriodReport['items'][number] {
  const { name, record, state, ageDays, bucket, currency, amount, reason, label, decision, expected, owner } = item
  const { reference, counterparty, description } = record
  return {
    name: { ...name },
    state,
    date: record.date ?? record.valueDate ?? null,
    ageDays,
    age: bucket,
    currency,
    amount: formatDecimal(amount),
    reference: reference ?? null,
    counterparty: counterparty ?? null,
    description: description ?? null,
    reason: reason ?? null,
    label: label ?? null,
    why: whyOf(decision),
    decision: decision ?? null,
    expected: expected ?? null,
    isOverdue: item.isOverdue,
    owner: owner === undefined ? null : (names.get(owner) ?? owner),
    firstSeen: item.firstSeen.period,
  }
}

/** Null for a decision of an earlier period, of which only the id is handed on. */
function whyOfDecisions({ decisions, notes }: ReadPeriod): ItemContext['whyOf'] {
  const reasons = new Map(decisions.map((line) => [line.id, line.reason ?? noteOf(notes, line)]))
  return (decision) => (decision === undefined ? null : (reasons.get(decision) ?? null))
}

const noteOf = (notes: ReadPeriod['notes'], { note }: DecisionLine): string | null =>
  (note === undefined ? undefined : notes.get(note)) ?? null

function decisionsOf({ decisions, notes }: ReadPeriod, folded: FoldedPeriod): PeriodReport['decisions'] {
  const statuses = new Map(folded.decisions.map((status) => [status.decision, status]))
  return decisions.map((line) => {
    const status = statuses.get(line.id)
    if (status === undefined) throw new Error('The fold knows every decision')
    const { id, kind, actor, time, items = [], follows, label, amount, expected, reason } = line
    return {
      id,
      kind,
      state: status.state,
      lapsed: status.reason ?? null,
      items: follows === undefined ? items.map((item) => `${item.side}:${item.id}`) : [follows],
      label: label ?? null,
      amount: amount ?? null,
      expected: expected ?? null,
      reason: reason ?? null,
      note: noteOf(notes, line),
      actor,
      time,
    }
  })
}
