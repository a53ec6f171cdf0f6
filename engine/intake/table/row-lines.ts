import { uint32At } from '../../base/at.ts'
import { appendBytes, appendRange, appendString, createWordBuffer, type WordBuffer } from '../../base/word-buffer.ts'
import { placeText } from '../../record/record-batch.ts'
import type { LineBatch } from '../rows/line-batch.ts'

/** Gives records of the batch other ids: a suffix to an id of the file, or an id to a record that has none. */
export function renameRecords(batch: LineBatch, idByRow: ReadonlyMap<number, string>): void {
  const { count, ids, text } = batch
  const [texts, lines] = [createWordBuffer(0), createWordBuffer(0)]
  const [starts, ends] = [new Uint32Array(count), new Uint32Array(count)]
  const [lineEnds, idPlaces] = [new Uint32Array(count), new Uint32Array(count)]
  for (let row = 0, start = text.start; row < count; row++) {
    const line = { bytes: text.bytes, start, place: uint32At(batch.idPlaces, row), end: uint32At(text.ends, row) }
    const own = placeText(ids, row)
    const id = idByRow.get(row)
    const lineStart = lines.end
    starts[row] = texts.end
    if (id === undefined) appendRange(texts, own)
    else appendString(texts, id)
    ends[row] = texts.end
    const added = id === undefined ? '' : own.start < own.end ? id.slice(id.lastIndexOf('#')) : `,"id":"${id}"`
    idPlaces[row] = appendLine(lines, line, added)
    lineEnds[row] = lines.end
    batch.lineByteCounts[row] = lines.end - lineStart
    start = line.end
  }
  batch.ids = { view: texts.view, starts, ends }
  batch.text = { bytes: lines.bytes, start: 0, ends: lineEnds }
  batch.idPlaces = idPlaces
}

interface LinePlace {
  readonly bytes: Uint8Array
  readonly start: number
  readonly place: number
  readonly end: number
}

/** Adds the line with `added` at its place. Returns the place of a suffix of the id. */
function appendLine(lines: WordBuffer, { bytes, start, place, end }: LinePlace, added: string): number {
  if (place === start) {
    // The id becomes the first member: its comma goes behind it.
    appendString(lines, `{${added.slice(1)},`)
    appendBytes(lines, bytes.subarray(start + 1, end))
    return lines.end - (end - start - 1) - '",'.length
  }
  appendBytes(lines, bytes.subarray(start, place))
  appendString(lines, added)
  const idEnd = lines.end - (added.startsWith(',') ? 1 : 0)
  appendBytes(lines, bytes.subarray(place, end))
  return idEnd
}
