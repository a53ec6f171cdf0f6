import { canonicalize } from '../../../engine/base/canonical.ts'
import type { DecisionLine } from '../../../engine/close/decision.ts'
import { type Side, sides } from '../../../engine/record/side.ts'
import type { MatchLine, NettedLine } from '../../../engine/result/line.ts'
import { leafHashOf } from '../support/lines.ts'
import type { Result } from '../support/run.ts'
import {
  type Group,
  groupOf,
  itemText,
  type Naive,
  type Row,
  readRows,
  rowNamed,
  t,
  unitsOf,
  worth,
} from './naive-rows.ts'
import { march, type PeriodCase } from './period-case.ts'

/**
 * A second fold, of lists and loops, written from the design: whole amounts only. It knows each record as a row, each
 * match as a list of rows, and looks everything up by going through all of them.
 */

export interface NaivePeriod {
  readonly items: readonly string[]
  readonly effective: readonly string[]
}

export function naiveFold(given: PeriodCase, result: Result): NaivePeriod {
  const naive: Naive = { given, rows: [], groups: [], undone: [], numbers: {} }
  readRows(naive)
  placeAll(naive, result)
  const { decisions = [] } = given
  const applied = decisions.filter((decision) => apply(naive, decision))
  const lapsed = applied.filter(({ items = [] }) => items.some((name) => rowNamed(naive, name) === undefined))
  for (const { id } of lapsed)
    for (const row of naive.rows) {
      if (row.saidBy === id) Object.assign(row, { said: 'undecided', label: undefined })
      row.withdrawnBy = row.withdrawnBy.filter((other) => other !== id)
      if (row.status === 'withdrawn' && row.withdrawnBy.length === 0) row.status = 'open'
    }
  const effective = applied
    .filter((each) => !lapsed.includes(each) && !naive.undone.includes(each.id))
    .map(({ id }) => id)
  addSums(naive, result)
  const items = naive.rows.filter((row) => !row.isGone).map((row) => textOf(naive, row))
  return { items: items.sort(), effective }
}

function placeAll(naive: Naive, { matches, netted, excluded }: Result): void {
  const rowOf = (side: Side, id: string) => naive.rows.find((row) => row.name.side === side && row.shown === id)
  for (const line of excluded)
    for (const side of sides) for (const id of line[side] ?? []) setStatus(rowOf(side, id), 'excluded')
  const left: (MatchLine | NettedLine)[] = [...matches, ...netted]
  while (left.length > 0) {
    const next = left.findIndex((line) => idsOf(line).every(([side, id]) => rowOf(side, id) !== undefined))
    const [line] = left.splice(next, 1)
    if (next < 0 || line === undefined) throw new Error('A line names a record that nothing has')
    const rows = idsOf(line).flatMap(([side, id]) => rowOf(side, id) ?? [])
    const group: Group = {
      rows,
      decision: undefined,
      label: line.variance ?? 'unlabelled',
      counts: true,
      residual: undefined,
      isUndone: false,
    }
    naive.groups.push(group)
    if (line.kind === 'netted' || line.residual === undefined) continue
    const { side, id, amount } = line.residual
    const origin = rowOf(side, id.slice(0, id.lastIndexOf('~')))
    if (origin) leave(naive, group, { origin, side, amount: Number(amount), shown: id })
  }
}

const idsOf = (line: MatchLine | NettedLine): readonly (readonly [Side, string])[] =>
  line.kind === 'netted'
    ? line.records.map((id) => [line.side, id] as const)
    : sides.flatMap((side) => line[side].map((id) => [side, id] as const))

function setStatus(row: Row | undefined, status: Row['status']): void {
  if (row) row.status = status
}

interface Left {
  readonly origin: Row
  readonly side: Side
  readonly amount: number
  readonly shown?: string
  readonly label?: string
}

function leave(naive: Naive, group: Group, { origin, side, amount, shown = '', label }: Left): void {
  const [, root = '', id = ''] = origin.base.split(' ')
  const base = `${side} ${root} ${id}`
  const number = (naive.numbers[base] ?? 0) + 1
  naive.numbers[base] = number
  const record = { ...origin.record, id: `${id}~${number}`, amount: String(amount) }
  const name = { side, root, id: record.id, leaf: leafHashOf(canonicalize(record)) }
  const said = label === undefined ? 'undecided' : 'accepted'
  group.residual = {
    name,
    record,
    base,
    shown,
    status: 'open',
    said,
    label,
    expected: undefined,
    owner: origin.owner,
    withdrawnBy: [],
    isGone: false,
  }
  naive.rows.push(group.residual)
}

/** A decision stands unless a later one that stands reopens or acknowledges it. */
const stands = (decisions: readonly DecisionLine[], index: number): boolean =>
  !decisions.some(
    ({ kind, follows }, later) =>
      later > index &&
      (kind === 'reopen' || kind === 'acknowledge') &&
      follows === decisions[index]?.id &&
      stands(decisions, later),
  )

function apply(naive: Naive, decision: DecisionLine): boolean {
  const { decisions = [], terms = march } = naive.given
  const { kind, items = [], amount, actor, id } = decision
  if (!stands(decisions, decisions.indexOf(decision)) || items.length === 0) return false
  const rows = items.flatMap((name) => rowNamed(naive, name) ?? [])
  if (rows.length < items.length) return false
  const sizes = amount === undefined ? rows : rows.slice(0, 1)
  const isAbove = sizes.some(({ record }) => {
    const bound = terms.approvalAbove[record.currency ?? '']
    return bound !== undefined && Math.abs(Number(amount ?? unitsOf(record))) > Number(bound)
  })
  const isApproved = decisions.some(
    (other, at) => other.kind === 'approve' && other.follows === id && other.actor !== actor && stands(decisions, at),
  )
  if ((kind === 'withdraw' || (kind === 'accept' && isAbove)) && !isApproved) return false
  if (kind === 'match' || (kind === 'accept' && amount !== undefined)) return matchByHand(naive, decision, rows)
  if (kind === 'unmatch') return undo(naive, rows)
  return applyToRows(naive, decision, rows)
}

function applyToRows(naive: Naive, { id, kind, label, expected, owner }: DecisionLine, rows: readonly Row[]): boolean {
  const isPlain = rows.every(({ status }) => status === 'open')
  if (kind === 'accept' || kind === 'carry') {
    if (!isPlain) return false
    for (const row of rows)
      Object.assign(row, { said: kind === 'accept' ? 'accepted' : 'carried', label, expected, saidBy: id })
  }
  if (kind === 'keep') {
    if (rows.some(({ status }) => status === 'withdrawn')) return false
    for (const row of rows) if (row.status === 'repeated') row.status = 'open'
  }
  if (kind === 'withdraw') {
    if (rows.some((row) => groupOf(naive, row) !== undefined)) return false
    if (rows.some(({ status }) => status !== 'open' && status !== 'withdrawn')) return false
    for (const row of rows) Object.assign(row, { status: 'withdrawn', withdrawnBy: [...row.withdrawnBy, id] })
  }
  if (kind === 'assign') for (const row of rows) row.owner = owner ?? undefined
  return true
}

function matchByHand(naive: Naive, { id, kind, amount, amounts, label }: DecisionLine, rows: readonly Row[]): boolean {
  const { statement } = naive.given.terms ?? march
  if (rows.some((row) => row.status !== 'open' || groupOf(naive, row) !== undefined)) return false
  const currencies = new Set(rows.map(({ record }) => record.currency))
  const total = (side: Side) =>
    rows.filter((row) => row.name.side === side).reduce((sum, { record }) => sum + unitsOf(record), 0)
  const difference = rows.reduce((sum, row) => sum + worth(naive, row), 0)
  const on = (side: Side) => (side === 'source' ? difference : -t(naive) * difference)
  if (amounts) {
    if (currencies.size !== 2 || rows.length !== 2) return false
    if (Number(amounts.source) !== total('source') || Number(amounts.target) !== total('target')) return false
  } else {
    if (currencies.size > 1) return false
    if (kind === 'accept' && Number(amount) !== on(statement)) return false
    const isOneSided = new Set(rows.map(({ name }) => name.side)).size === 1
    if (kind === 'match' && isOneSided && difference !== 0) return false
  }
  const group: Group = { rows, decision: id, label: '', counts: false, residual: undefined, isUndone: false }
  naive.groups.push(group)
  if (amounts || difference === 0) return true
  const larger = Math.abs(total('source')) >= Math.abs(total('target')) ? 'source' : 'target'
  const side = kind === 'accept' ? statement : larger
  const own = rows.filter((row) => row.name.side === side)
  const [origin] = (own.length > 0 ? own : [...rows]).toSorted((a, b) =>
    `${b.record.date} ${b.name.id}` < `${a.record.date} ${a.name.id}` ? -1 : 1,
  )
  if (origin)
    leave(naive, group, { origin, side, amount: on(side), ...(kind === 'accept' && label !== undefined && { label }) })
  return true
}

function undo(naive: Naive, rows: readonly Row[]): boolean {
  const groups = new Set(rows.map((row) => groupOf(naive, row)))
  const [group] = groups
  if (groups.size > 1 || group === undefined) return true
  if (group.rows.length !== rows.length) return false
  if (group.decision !== undefined) naive.undone.push(group.decision)
  dissolve(naive, group)
  return true
}

function dissolve(naive: Naive, group: Group): void {
  const { residual } = group
  const holder = residual && groupOf(naive, residual)
  if (holder) dissolve(naive, holder)
  group.isUndone = true
  if (!residual) return
  residual.isGone = true
  if (residual.record.id.endsWith(`~${naive.numbers[residual.base]}`))
    naive.numbers[residual.base] = (naive.numbers[residual.base] ?? 1) - 1
}

/** One adjustment a label and currency, from the groups of the rules that still stand: their records less residuals. */
function addSums(naive: Naive, _: Result): void {
  const { period, statement } = naive.given.terms ?? march
  const sums: { [label: string]: { [currency: string]: number } } = {}
  for (const { rows, residual, label, counts, isUndone } of naive.groups) {
    const currency = rows[0]?.record.currency ?? ''
    if (!counts || isUndone || rows.some(({ record }) => record.currency !== currency)) continue
    const difference = rows.reduce((sum, row) => sum + worth(naive, row), 0) - (residual ? worth(naive, residual) : 0)
    sums[label] = { ...sums[label], [currency]: (sums[label]?.[currency] ?? 0) + difference }
  }
  for (const [label, own] of Object.entries(sums)) {
    const entries = Object.entries(own).filter(([, sum]) => sum !== 0)
    for (const [currency, sum] of entries) {
      const id = `${label}~${period.name}${entries.length > 1 ? `~${currency}` : ''}`
      const amount = String(statement === 'source' ? sum : -t(naive) * sum)
      const record = { id, amount, currency, date: period.last, reference: id }
      const name = { side: statement, root: '0'.repeat(64), id, leaf: leafHashOf(canonicalize(record)) }
      const rest = { expected: undefined, owner: undefined, withdrawnBy: [], isGone: false }
      naive.rows.push({ name, record, base: '', shown: '', status: 'open', said: 'accepted', label, ...rest })
    }
  }
}

function textOf(naive: Naive, row: Row): string {
  const { name, record, said, status, label, expected = '9', owner } = row
  const group = groupOf(naive, row)
  const { last } = (naive.given.terms ?? march).period
  const open = said === 'carried' && expected < last ? 'undecided' : said
  const settled = said === 'accepted' ? 'booked' : group?.decision === undefined ? 'cleared' : 'matched'
  const state = status !== 'open' ? status : group === undefined ? open : settled
  return itemText({ name, state, amount: record.amount ?? '0', label, owner })
}
