import { at } from '@tallystick/engine/base'
import { idsOfSide } from '@tallystick/engine/result'
import { explanationOf, nearnessOf } from './explanation.ts'
import { otherRecords, type RecordLine, type RecordName, type ShownRecord } from './shown-record.ts'

/**
 * The rows of a result line for a person: the records of the source on the left, those of the target on the right, and in
 * front of them what the line says. A group of three and one is three rows. After a break's own records come those that
 * came near it, a row each, with the break's own side left empty so that no amount is there twice.
 */
export interface ReportRow {
  readonly line: RecordLine
  /** `brk_…`, `mat_…`; on every row of the line. */
  readonly id: string
  /** `own` records are the line's; `taken` ones satisfy every criterion, and are matched already. */
  readonly role: 'own' | 'candidate' | 'taken'
  /** Target − source, on the first row of the line, and of a record that came near on its row. */
  readonly difference: string | null
  readonly days: number | null
  /** In words: on the first row of the line, and on those of records that came near. */
  readonly explanation: string | null
  /** Of the difference: that of the row's records, where they have one. */
  readonly currency: string | null
  readonly source: ShownRecord | undefined
  readonly target: ShownRecord | undefined
}

/** Where the rows of a line take its records from. */
export interface RowContext {
  /** The id of the line, by its hash. */
  readonly id: string
  /**
   * A record by side and id: one of `namesInLine`, which a caller that has to fetch them fetches before, for a page of
   * lines at once. A record that is not there any more is undefined, and its row has its id alone.
   */
  readonly recordOf: (name: RecordName) => ShownRecord | undefined
}

/** The rows of a line; at least one. */
export function rowsOfLine(line: RecordLine, { id, recordOf }: RowContext): readonly ReportRow[] {
  const shown = (name: RecordName): ShownRecord => recordOf(name) ?? { ...unknownRecord, id: name.id }
  const source = idsOfSide(line, 'source').map((each) => shown({ side: 'source', id: each }))
  const target = idsOfSide(line, 'target').map((each) => shown({ side: 'target', id: each }))
  const currency = currencyOf(line, [...source, ...target])
  const own = Array.from({ length: Math.max(source.length, target.length, 1) }, (_, index): ReportRow => {
    const sides = { source: source[index], target: target[index] }
    return { ...noFigures, line, id, role: 'own', ...sides }
  })
  const first: ReportRow = {
    ...at(own, 0),
    ...figuresOf(line),
    currency,
    explanation: explanationOf(line, currency ?? undefined) ?? null,
  }
  return [first, ...own.slice(1), ...(line.kind === 'break' ? nearRows({ line, id, shown }) : [])]
}

const unknownRecord = {
  date: null,
  amount: null,
  currency: null,
  reference: null,
  description: null,
  counterparty: null,
}

const noFigures = {
  difference: null,
  days: null,
  explanation: null,
  currency: null,
  source: undefined,
  target: undefined,
}

/** The currency of a line's amounts: the one that it was compared in, or the one that all its records have. */
function currencyOf(line: RecordLine, records: readonly ShownRecord[]): string | null {
  if ('converted' in line && line.converted !== undefined) return line.converted.currency
  const [first, ...others] = new Set(records.map(({ currency }) => currency))
  return others.length > 0 ? null : (first ?? null)
}

function figuresOf(line: RecordLine): Pick<ReportRow, 'difference' | 'days'> {
  if (line.kind === 'excluded') return { difference: null, days: null }
  const converted = line.kind === 'break' ? undefined : line.converted?.difference
  return { difference: converted ?? line.difference ?? null, days: line.days ?? null }
}

interface NearRequest {
  readonly line: Extract<RecordLine, { readonly kind: 'break' }>
  readonly id: string
  readonly shown: (name: RecordName) => ShownRecord
}

const nearRows = ({ line, id, shown }: NearRequest): readonly ReportRow[] =>
  otherRecords(line).map(({ name, role, pair }) => {
    const record = shown(name)
    return {
      ...noFigures,
      line,
      id,
      role,
      difference: pair.difference ?? null,
      days: pair.days ?? null,
      explanation: nearnessOf(role, pair),
      currency: record.currency,
      source: name.side === 'source' ? record : undefined,
      target: name.side === 'target' ? record : undefined,
    }
  })
