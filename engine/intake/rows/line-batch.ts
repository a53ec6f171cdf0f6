import { utf8 } from '../../base/bytes.ts'
import { rangeOf } from '../../base/word-buffer.ts'
import type { AttributeNames } from '../../record/attribute-names.ts'
import { absentDay } from '../../record/columns.ts'
import { dateFields, decimalFields, textFields } from '../../record/record.ts'
import type { RecordBatch, TextPlaces } from '../../record/record-batch.ts'
import type { RowModule } from './row-module.ts'

/** Records with their canonical lines, each with its newline: line r ends at `ends[r]`, where the next begins. */
export interface LineBatch extends RecordBatch {
  text: LineText
  /** By row: where a suffix of the id goes or, in a record without an id, where the member of the id goes. */
  idPlaces: Uint32Array
  /** By row: 1 if the value date stands for a missing date. */
  readonly dateUses: Uint8Array
  /** By row: the line of the file on which the record begins. */
  readonly lines: Uint32Array
}

export interface LineText {
  readonly bytes: Uint8Array
  readonly start: number
  readonly ends: Uint32Array
}

/** The batch that the module fills, as views of its memory. Requires a new instance. */
export function batchIn(module: RowModule, names: AttributeNames): LineBatch {
  const { number, words, view, bytes } = module
  const rowCountMax = number('rowCountMax')
  const attributeCountMax = number('attributeRoom')
  const { buffer } = view
  const coefficients = new Float64Array(buffer, number('coefficients'), decimalFields.length * rowCountMax)
  const days = new Int32Array(buffer, number('days'), dateFields.length * rowCountMax)
  coefficients.fill(Number.NaN)
  days.fill(absentDay)
  return {
    count: 0,
    rowCountMax,
    view,
    starts: words('textStarts', textFields.length * rowCountMax),
    ends: words('textEnds', textFields.length * rowCountMax),
    ids: { view, starts: words('idStarts', rowCountMax), ends: words('idEnds', rowCountMax) },
    currencies: words('currencies', rowCountMax),
    coefficients,
    scales: new Uint8Array(buffer, number('scales'), decimalFields.length * rowCountMax),
    days,
    attributes: {
      names,
      stops: words('attributeStops', rowCountMax),
      numbers: words('attributeNumbers', attributeCountMax),
      starts: words('attributeStarts', attributeCountMax),
      ends: words('attributeEnds', attributeCountMax),
    },
    lineByteCounts: new Uint32Array(rowCountMax),
    text: { bytes, start: number('lineBytes'), ends: words('lineEnds', rowCountMax) },
    idPlaces: words('idPlaces', rowCountMax),
    dateUses: new Uint8Array(buffer, number('dateUses'), rowCountMax),
    lines: words('rowLines', rowCountMax),
  }
}

/** The canonical line of a single record, which begins on `line` of the file, as lines of a batch. */
export function oneLine(text: string, line: number) {
  const bytes = utf8(`${text}\n`)
  const ends = Uint32Array.of(bytes.length)
  return { count: 1, text: { bytes, start: 0, ends }, lineByteCounts: ends, lines: Uint32Array.of(line) }
}

/** A single text as texts of a batch. */
export function onePlace(text: string): TextPlaces {
  const { view, start, end } = rangeOf(text)
  return { view, starts: Uint32Array.of(start), ends: Uint32Array.of(end) }
}
