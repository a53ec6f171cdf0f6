import { formatDate, numberAt } from '@tallystick/engine/base'
import { absentDay, type CanonicalRecord, type Side, type Table } from '@tallystick/engine/record'
import {
  type BreakLine,
  type DecidedLine,
  type ExcludedLine,
  idsOfSide,
  type MatchLine,
  type NettedLine,
} from '@tallystick/engine/result'

export type RecordLine = MatchLine | DecidedLine | BreakLine | ExcludedLine | NettedLine

export const sides: readonly Side[] = ['source', 'target']

/** Two records that a rule compared. One of them belongs to a break. */
export type CandidatePair = NonNullable<BreakLine['candidates']>[number]

export interface RecordName {
  readonly side: Side
  readonly id: string
}

/** The fields by which a person knows a record; null for a field that it lacks. */
export interface ShownRecord {
  readonly id: string
  readonly date: string | null
  /**
   * The amount that counts in the totals of a side: `amount`, else `net`, else `gross`. A residual has its own amount.
   */
  readonly amount: string | null
  readonly currency: string | null
  readonly reference: string | null
  readonly description: string | null
  readonly counterparty: string | null
}

export const shownRecordOf = (record: CanonicalRecord): ShownRecord => ({
  id: record.id,
  date: record.date ?? null,
  amount: record.amount ?? record.net ?? record.gross ?? null,
  currency: record.currency ?? null,
  reference: record.reference ?? null,
  description: record.description ?? null,
  counterparty: record.counterparty ?? null,
})

export function shownRowOf(table: Table, row: number): ShownRecord {
  const day = numberAt(table.date('date'), row)
  const text = (field: string): string | null => table.text(field).textAt(row) ?? null
  return {
    id: text('id') ?? '',
    date: day === absentDay ? null : formatDate(day),
    amount: controlAmount(table, row) ?? null,
    currency: text('currency'),
    reference: text('reference'),
    description: text('description'),
    counterparty: text('counterparty'),
  }
}

export const controlAmount = (table: Table, row: number): string | undefined =>
  ['amount', 'net', 'gross'].map((field) => table.decimal(field).textAt(row)).find((text) => text !== undefined)

/**
 * The records of a line and of its candidates. A residual has an id such as `s1~1`, which is in no dataset;
 * `originIdsOf` gives the id of its record.
 */
export function namesInLine(line: RecordLine): readonly RecordName[] {
  const own = sides.flatMap((side) => idsOfSide(line, side).map((id) => ({ side, id })))
  return line.kind === 'break' ? [...own, ...otherRecords(line).map(({ name }) => name)] : own
}

/** A record that is not part of a break, with the pair in which a rule compared it with a record of the break. */
export interface OtherRecord {
  readonly name: RecordName
  /** `taken`: the record meets every criterion, but is already matched. */
  readonly role: 'candidate' | 'taken'
  readonly pair: CandidatePair
}

/**
 * The near records of a break, each once, taken ones first. Under a netting rule both records of a pair are of one
 * side.
 */
export function otherRecords(line: BreakLine): readonly OtherRecord[] {
  const taken = (line.taken ?? []).flatMap((pair) => othersOf(line, pair, 'taken'))
  const near = (line.candidates ?? []).flatMap((pair) => othersOf(line, pair, 'candidate'))
  const known = new Set<string>()
  return [...taken, ...near].filter(({ name: { side, id } }) => {
    const key = `${side}:${id}`
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  })
}

function othersOf(line: BreakLine, pair: CandidatePair, role: OtherRecord['role']): readonly OtherRecord[] {
  const names: readonly RecordName[] = [
    { side: pair.side ?? 'source', id: pair.source },
    { side: pair.side ?? 'target', id: pair.target },
  ]
  return names
    .filter(({ side, id }) => line[side]?.includes(id) !== true)
    .map((name): OtherRecord => ({ name, role, pair }))
}
