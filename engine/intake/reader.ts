import { dateFields } from '../record/record.ts'
import { type DatePattern, parseDatePattern } from './fields/date-pattern.ts'
import { type Mapping, mappedFormat } from './mapping.ts'
import type { RecordPlan } from './record-builder.ts'
import { type FaultLog, shown } from './row-fault.ts'
import type { TakenColumns } from './taken-columns.ts'

/** Reads UTF-8 bytes of one format into records; what it hands on does not depend on how the bytes are split. */
export interface RecordReader {
  write(bytes: Uint8Array): void
  end(): void
}

export interface ReaderOptions {
  readonly mapping: Mapping
  /** The currency of records that name none. */
  readonly currency: string | undefined
  /** The adapter kind, whose exports' own column names come first. */
  readonly kind: string | undefined
  /** Hears which columns of a CSV the fields are read from, once they are known. */
  readonly onColumns?: OnColumns | undefined
}

export type OnColumns = (taken: readonly TakenColumns[]) => void

/** The date formats of the mapping; one that is none is a fault. */
export function patternsOf(mapping: Mapping, faults: FaultLog): RecordPlan['patterns'] {
  const patterns: { [field in (typeof dateFields)[number]]: DatePattern | undefined } = {
    date: undefined,
    valueDate: undefined,
  }
  for (const field of dateFields) {
    const format = mappedFormat(mapping, field)
    if (format === undefined) continue
    patterns[field] = parseDatePattern(format)
    if (patterns[field] !== undefined) continue
    const detail = `Got the format ${shown(format)}, wanted one of YYYY, YY, MMM, MM, M, DD and D for each of year, month and day`
    faults.add({ line: 1, column: null, field, code: 'invalid_date_format', detail })
  }
  return patterns
}

/** The decimal sign that the mapping gives for all amounts. */
export const signOf = (mapping: Mapping): '.' | ',' | undefined => {
  const sign: unknown = mapping['decimal']
  return sign === '.' || sign === ',' ? sign : undefined
}
