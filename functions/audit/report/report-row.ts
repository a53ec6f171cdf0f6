import { at } from '@tallystick/engine/base'
import { idsOfSide } from '@tallystick/engine/result'
import { explanationOf, nearnessOf } from './explanation.ts'
import { otherRecords, type RecordLine, type RecordName, type ShownRecord } from './shown-record.ts'

/**
 * A row of a result line for a person: source records on the left, target records on the right. A group of three and
 * one is three rows. Records that came near a break follow, a row each, with the break's own side empty so that no
 * amount is counted twice.
 */
export interface ReportRow {
  readonly line: RecordLine
  /** The same on every row of the line. */
  readonly id: string
  /** `own` records belong to the line; `taken` ones satisfy every criterion and are matched already. */
  readonly role: 'own' | 'candidate' | 'taken'
  readonly difference: string | null
  readonly days: number | null
  /** On the first row of the line and on rows of near records. */
  readonly explanation: string | null
  readonly currency: string | null
  readonly source: ShownRecord | undefined
  readonly target: ShownRecord | undefined
}

export interface RowContext {
  readonly id: string
  /**
   * Called with the names of `namesInLine`, which a caller may fetch before for a page of lines. For an undefined
   * record the row shows its id alone.
   */
  readonly recordOf: (name: RecordName) => ShownRecord | undefined
}

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

/** The currency that the line was compared in, or that all its records have. */
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
