import { at } from '../../base/at.ts'
import { compareUtf8 } from '../../base/bytes.ts'
import type { Side } from '../../record/side.ts'
import type { OpenRecord } from '../../result/describe-found.ts'
import type { BreakLine } from '../../result/line.ts'
import { openBreaks } from '../../result/open-breaks.ts'

/** A break, stored as JSON. `source` and `target` are the numbers of its records. */
export interface NumberedBreak {
  readonly source: readonly number[]
  readonly target: readonly number[]
  readonly line: BreakLine
}

export interface NamedRecord extends OpenRecord {
  readonly id: string
}

/** The breaks of searchers in the order of the result. */
export function searcherBreaks(known: Parameters<typeof openBreaks<NamedRecord>>[0]): readonly NumberedBreak[] {
  const breaks: NumberedBreak[] = []
  for (const { records, line, candidates } of openBreaks<NamedRecord>(known)) {
    const of = (side: Side) =>
      records.filter((record) => record.side === side).toSorted((left, right) => compareUtf8(left.id, right.id))
    const [source, target] = [of('source'), of('target')]
    breaks.push({
      source: source.map(({ number }) => number),
      target: target.map(({ number }) => number),
      line: {
        ...line,
        ...(source.length > 0 && { source: source.map(({ id }) => id) }),
        ...(target.length > 0 && { target: target.map(({ id }) => id) }),
        ...(candidates.length > 0 && { candidates }),
      },
    })
  }
  return breaks.sort(byIdsOfLine)
}

/** The order of a result: by (source ids, target ids). Lines without source records come last. */
function byIdsOfLine({ line: left }: NumberedBreak, { line: right }: NumberedBreak): number {
  return compareIds(left.source, right.source) || compareIds(left.target, right.target)
}

function compareIds(left: readonly string[] = [], right: readonly string[] = []): number {
  if (left.length === 0 || right.length === 0) return Number(left.length === 0) - Number(right.length === 0)
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = compareUtf8(at(left, index), at(right, index))
    if (order !== 0) return order
  }
  return left.length - right.length
}
