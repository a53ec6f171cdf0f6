import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type LinePart, readLines } from '../base/line-splitter.ts'
import { leafHash } from '../merkle/tree.ts'
import { originIdsOf } from '../record/residual-id.ts'
import { idsOfSide, type MatchLine } from '../result/line.ts'
import { idOfLine } from '../result/line-id.ts'
import type { Rule } from '../rules/language/language.ts'
import type { RecordName } from './named-records.ts'
import { type ItemLine, readItem } from './result-lines.ts'

/** What a search through a result has to know before it begins: lines that others refer to may stand after these. */
export interface ResultSurvey {
  /** The ids of the netted lines that hold the record, to which breaks refer. */
  readonly nettings: readonly string[]
  /** What matches left over of the record, by name. */
  readonly rests: readonly RecordName[]
  /** The match that left the record over, where the record is a rest itself. */
  readonly maker?: { readonly hash: string; readonly index: number; readonly line: MatchLine }
}

/** The survey of a result in which nothing stands out of order: that of rules that neither net nor leave anything over. */
export const plainSurvey: ResultSurvey = { nettings: [], rests: [] }

/** Whether the lines of a result may refer to later ones. */
export const needsSurvey = (rules: readonly Rule[]): boolean =>
  rules.some(({ side, residual }) => side !== undefined || residual !== undefined)

/** Reads a result once for a search that follows a record, or the rest of the match of an id. */
export async function surveyResult(
  sha256: Sha256,
  parts: AsyncIterable<LinePart>,
  search: { readonly record: RecordName } | { readonly lineId: string },
): Promise<ResultSurvey> {
  const nettings: string[] = []
  const rests: RecordName[] = []
  let maker: ResultSurvey['maker']
  let index = 0
  const take = (line: ItemLine, hash: string): void => {
    const id = idOfLine(line.kind, hash)
    if (line.kind === 'netted' && 'record' in search) {
      if (idsOfSide(line, search.record.side).includes(search.record.id)) nettings.push(id)
      return
    }
    if (line.kind !== 'match' || line.residual === undefined) return
    const { residual } = line
    if ('lineId' in search) {
      if (id === search.lineId) rests.push(residual)
      return
    }
    const { record } = search
    if (residual.side !== record.side) return
    if (residual.id === record.id) maker = { hash, index, line }
    else if (originIdsOf(residual.id).includes(record.id)) rests.push(residual)
  }
  for await (const lines of readLines(parts)) {
    for (const { bytes, text } of lines) {
      const isTold = text !== undefined && (text.includes('"kind":"netted"') || text.includes('"residual":{'))
      const line = isTold ? readItem(text) : undefined
      if (line !== undefined) take(line, toHex(leafHash(sha256, bytes)))
      index += 1
    }
  }
  return { nettings, rests, ...(maker && { maker }) }
}
