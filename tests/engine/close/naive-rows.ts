import { canonicalize } from '../../../engine/base/canonical.ts'
import type { ItemName } from '../../../engine/close/item-name.ts'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { leafHashOf } from '../support/lines.ts'
import { march, nameOfRecord, type PeriodCase } from './period-case.ts'

/** The rows and groups of the second fold, which `naive-fold.ts` fills. */

export interface Row {
  readonly name: ItemName
  readonly record: CanonicalRecord
  readonly base: string
  readonly shown: string
  status: 'open' | 'excluded' | 'repeated' | 'withdrawn'
  said: 'undecided' | 'carried' | 'accepted'
  label: string | undefined
  expected: string | undefined
  owner: string | undefined
  saidBy?: string
  withdrawnBy: readonly string[]
  /** A residual that was taken back. */
  isGone: boolean
}

export interface Group {
  readonly rows: readonly Row[]
  readonly decision: string | undefined
  readonly label: string
  readonly counts: boolean
  residual: Row | undefined
  isUndone: boolean
}

export interface Naive {
  readonly given: PeriodCase
  readonly rows: Row[]
  readonly groups: Group[]
  /** Decisions whose match another one undid. */
  readonly undone: string[]
  /** The highest number by the first record of a chain. */
  readonly numbers: { [base: string]: number }
}

export const unitsOf = ({ amount = '0' }: CanonicalRecord): number => Number(amount)

export const t = ({ given: { terms = march } }: Naive): number => (terms.isTurned ? -1 : 1)

/** What a row adds to source − t · target. */
export const worth = (naive: Naive, { name, record }: Row): number =>
  name.side === 'source' ? unitsOf(record) : -t(naive) * unitsOf(record)

export function readRows(naive: Naive): void {
  const { opening, source = [], target = [], repeated } = naive.given
  const add = (name: ItemName, record: CanonicalRecord, more: Partial<Row>): void => {
    const same = naive.rows.filter((row) => row.name.side === name.side && row.record.id === record.id).length
    const shown = same === 0 ? record.id : `${record.id}#${same + 1}`
    const first = `${name.side} ${name.root} ${name.id}`
    const empty = { label: undefined, expected: undefined, owner: undefined, withdrawnBy: [], isGone: false }
    naive.rows.push({ name, record, base: first, shown, status: 'open', said: 'undecided', ...empty, ...more })
  }
  for (const line of opening?.items ?? []) {
    const { side, part, record, chain, state, label, expected, owner } = line
    const name = { side, root: part, id: record.id, leaf: leafHashOf(canonicalize(record)) }
    const base = `${side} ${part} ${chain?.id ?? record.id}`
    add(name, record, { base, said: state, label, expected, owner })
    if (chain) naive.numbers[base] = Math.max(naive.numbers[base] ?? 0, chain.number)
  }
  for (const record of source) add(nameOfRecord('source', record, source), record, {})
  for (const record of target) add(nameOfRecord('target', record, target), record, {})
  const twice = repeated?.source ?? []
  for (const record of twice) add(nameOfRecord('source', record, twice), record, { status: 'repeated' })
}

export const rowNamed = ({ rows }: Naive, name: ItemName) =>
  rows.find((row) => !row.isGone && canonicalize(row.name) === canonicalize(name))

export const groupOf = ({ groups }: Naive, row: Row) =>
  groups.find((group) => !group.isUndone && group.rows.includes(row))

export const itemText = ({
  name,
  state,
  amount,
  label,
  owner,
}: {
  readonly name: ItemName
  readonly state: string
  readonly amount: string
  readonly label?: string | undefined
  readonly owner?: string | undefined
}): string =>
  `${name.side} ${name.root.slice(0, 8)} ${name.id} ${name.leaf.slice(0, 8)} ${state} ${amount} ${label ?? '-'} ${owner ?? '-'}`
