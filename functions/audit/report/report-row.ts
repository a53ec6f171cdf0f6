import { at } from '@tallystick/engine/base'
import { idsOfSide } from '@tallystick/engine/result'
import { explanationOf, nearnessOf } from './explanation.ts'
import { otherRecords, type RecordLine, type RecordName, type ShownRecord } from './shown-record.ts'

/**
 * A row that shows part of a result line to a person: a source record on the left, a target record on the right. A
 * match of three records with one has three rows. The near records of a break follow, one to a row; the break's own
 * side is empty there, so that no amount is counted twice.
 */
export interface ReportRow {
  readonly line: RecordLine
  /** The same on every row of one line. */
  readonly id: string
  /** `own` records belong to the line; `taken` records meet every criterion but are already matched. */
  readonly role: 'own' | 'candidate' | 'taken'
  readonly difference: string | null
  readonly days: number | null
  /** Set on the first row of the line and on the rows of near records. */
  readonly explanation: string | null
  readonly currency: string | null
  readonly source: ShownRecord | undefined
  readonly target: ShownRecord | undefined
}

export interface RowContext {
  readonly id: string
  /**
   * Called with the names that `namesInLine` returns, so a caller may fetch these records beforehand. Where it returns
   * undefined, the row shows only the id.
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

/** The currency in which the rule compared the line, or else the one that all its records have. */
function currencyOf(line: RecordLine, records: readonly ShownRecord[]): string | null {
  if ('converted' in line && line.converted !== undefined) return line.converted.currency
  const [first, ...others] = new Set(records.map(({ currency }) => currency))
  return others.length > 0 ? null : (first ?? null)
}

function figuresOf(line: RecordLine): Pick<ReportRow, 'difference' | 'days'> {
  if (line.kind === 'excluded' || 'decision' in line) return { difference: null, days: null }
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
