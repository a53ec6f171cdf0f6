import { isObject, isText, isTextList, type JsonObject } from '../base/json-shape.ts'
import { type Side, sides } from '../record/side.ts'
import type { BreakLine, ExcludedLine, MatchLine, NettedLine, ResultLine } from '../result/line.ts'
import { isSide } from './item-name.ts'

/**
 * A match of a rule, or of a decision: then `rule` is `decision`, there is no confidence, and the `variance` is the
 * label under which the residual is accepted.
 */
export type PeriodMatch = Omit<MatchLine, 'kind' | 'confidence'> & {
  readonly kind: 'match'
  readonly confidence?: MatchLine['confidence']
  readonly decision?: string
}

export type PeriodLine = PeriodMatch | BreakLine | NettedLine | ExcludedLine

/** Whether a line has the members by which `shownLine` and `idsIn` read it, and the totals of both sides. */
export function isShowable(line: JsonObject): boolean {
  const { kind, side, records, residual } = line
  if (kind === 'totals') return sides.every((each) => isObject(line[each]))
  if (kind === 'netted') return isSide(side) && isTextList(records)
  if (kind !== 'match' && kind !== 'break' && kind !== 'excluded') return true
  const isLeft = residual === undefined || (isObject(residual) && isSide(residual['side']) && isText(residual['id']))
  return isLeft && sides.every((each) => line[each] === undefined || isTextList(line[each]))
}

const noIds: readonly string[] = []

/** A line that names records; undefined for lines of other kinds. */
export const shownLine = (line: ResultLine): PeriodLine | undefined =>
  line.kind === 'match'
    ? { ...line, kind: 'match', source: line.source ?? noIds, target: line.target ?? noIds }
    : line.kind === 'break' || line.kind === 'excluded' || line.kind === 'netted'
      ? line
      : undefined

/** The records of a side that a line names, by the ids that the run shows. */
export const idsIn = (line: PeriodLine, side: Side): readonly string[] =>
  line.kind === 'netted' ? (line.side === side ? line.records : noIds) : (line[side] ?? noIds)
