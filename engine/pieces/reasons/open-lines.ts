import { compareUtf8 } from '../../base/bytes.ts'
import type { Side } from '../../record/side.ts'
import { breakLine } from '../../result/break-lines.ts'
import type { OpenRecord } from '../../result/describe-found.ts'
import { type BreakLine, idsOfSide } from '../../result/line.ts'
import { openBreaks } from '../../result/open-breaks.ts'
import { inLineOrder, type PlacedLine } from '../../result/record-ids.ts'

/** A break with the numbers of its records, stored as JSON. */
export type NumberedBreak = PlacedLine<BreakLine>

export interface NamedRecord extends OpenRecord {
  readonly id: string
}

/** The breaks of searchers in the order of the result. */
export function searcherBreaks(known: Parameters<typeof openBreaks<NamedRecord>>[0]): readonly NumberedBreak[] {
  const breaks = Array.from(openBreaks<NamedRecord>(known), ({ records, line, candidates }) => {
    const of = (side: Side) =>
      records
        .filter((record) => record.side === side)
        .map(({ number, id }) => ({ record: number, id }))
        .sort((left, right) => compareUtf8(left.id, right.id))
    return breakLine(line, { source: of('source'), target: of('target'), candidates })
  })
  const compare = inLineOrder<string>((_, left, right) => compareUtf8(left, right))
  const idsOf = ({ line }: NumberedBreak) => ({ source: idsOfSide(line, 'source'), target: idsOfSide(line, 'target') })
  return breaks.sort((left, right) => compare(idsOf(left), idsOf(right)))
}
