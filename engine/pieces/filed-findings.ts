import { itemSideOf } from '../match/groups/anchors.ts'
import type { BoundRule } from '../match/state/bound-rule.ts'
import type { Finding } from '../match/state/run-state.ts'
import { sideOfPlace } from '../match/state/seen-run.ts'
import type { Side } from '../record/side.ts'

/** A finding whose records are known by their numbers. Stored as JSON. */
export type FiledFinding = Omit<Finding, 'rule'>

/** A finding with other names for its records: numbers instead of rows, or rows instead of numbers. */
export function renamed(
  { reason, code, work, ...finding }: FiledFinding,
  rule: Pick<BoundRule, 'compiled'>,
  nameOf: (side: Side, record: number) => number,
): FiledFinding {
  const inPlace = (place: Side, records: readonly number[]): readonly number[] =>
    records.map((record) => nameOf(sideOfPlace(rule, place), record))
  const { shortfall } = finding
  return {
    reason,
    source: inPlace('source', finding.source),
    target: inPlace('target', finding.target),
    candidates: finding.candidates.map(([source, target]): [number, number] => [
      nameOf(sideOfPlace(rule, 'source'), source),
      nameOf(sideOfPlace(rule, 'target'), target),
    ]),
    ...(code !== undefined && { code }),
    ...(work && { work }),
    ...(shortfall && {
      shortfall: { cost: shortfall.cost, items: shortfall.items.map((node) => inPlace(itemSideOf(rule), node)) },
    }),
  }
}
