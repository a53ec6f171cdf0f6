import { toHex } from '../base/bytes.ts'
import type { Sha256 } from '../base/hasher.ts'
import { type LinePart, readLines } from '../base/line-splitter.ts'
import { leafHash } from '../merkle/tree.ts'
import { originIdsOf } from '../record/residual-id.ts'
import type { DecidedLine } from '../result/decided-line.ts'
import { idsOfSide, type MatchLine } from '../result/line.ts'
import { idOfLine } from '../result/line-id.ts'
import type { LineageRun } from './lineage-answer.ts'
import type { RecordName } from './named-records.ts'
import { type ItemLine, readItem } from './result-lines.ts'

/** What has to be known before a result is read, since some lines refer to later lines. */
export interface ResultSurvey {
  /** The ids of netted lines that hold the record. Breaks refer to these ids. */
  readonly nettings: readonly string[]
  readonly residuals: readonly RecordName[]
  /** Where the record is a residual, the match that left it. */
  readonly maker?: { readonly hash: string; readonly index: number; readonly line: MatchLine | DecidedLine }
}

/** For rules that neither net nor leave residuals, and without decisions: with them no line refers to a later one. */
export const plainSurvey: ResultSurvey = { nettings: [], residuals: [] }

export const needsSurvey = ({ rules, instructions }: Pick<LineageRun, 'rules' | 'instructions'>): boolean =>
  instructions !== undefined || rules.some(({ side, residual }) => side !== undefined || residual !== undefined)

export async function surveyResult(
  sha256: Sha256,
  parts: AsyncIterable<LinePart>,
  search: { readonly record: RecordName } | { readonly lineId: string },
): Promise<ResultSurvey> {
  const nettings: string[] = []
  const residuals: RecordName[] = []
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
      if (id === search.lineId) residuals.push(residual)
      return
    }
    const { record } = search
    if (residual.side !== record.side) return
    if (residual.id === record.id) maker = { hash, index, line }
    else if (originIdsOf(residual.id).includes(record.id)) residuals.push(residual)
  }
  for await (const lines of readLines(parts)) {
    for (const { bytes, text } of lines) {
      const isTold = text !== undefined && (text.includes('"kind":"netted"') || text.includes('"residual":{'))
      const line = isTold ? readItem(text) : undefined
      if (line !== undefined) take(line, toHex(leafHash(sha256, bytes)))
      index += 1
    }
  }
  return { nettings, residuals, ...(maker && { maker }) }
}
