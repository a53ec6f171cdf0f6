import type { Side } from '../record/side.ts'
import type { DecisionLine } from './decision.ts'
import { currenciesOf, type FoldState } from './fold-state.ts'
import { followedDecisions } from './followed-decisions.ts'
import { type ApartInstruction, type InstructionLine, instructionKind, type MatchInstruction } from './instruction.ts'
import type { Settled } from './item.ts'
import { compareNames } from './item-name.ts'

/**
 * What the decisions of a period ask of its next run: the matches of those that stand, in their order, each after the
 * matches that left the residuals which it names; then pairs to be kept apart, those of earlier periods first. O(records).
 */
export function instructionsOf(
  state: FoldState,
  lines: readonly DecisionLine[],
  earlierApart: readonly ApartInstruction[],
): readonly InstructionLine[] {
  const matches: MatchInstruction[] = []
  const begun = new Set<Settled>()
  const bringAlong = (settled: Settled, decision: string): void => {
    if (begun.has(settled)) return
    begun.add(settled)
    for (const { leftBy } of settled.items) if (leftBy !== undefined) bringAlong(leftBy, decision)
    matches.push(matchInstruction(settled, { decision, statement: state.terms.statement }))
  }
  for (const { id } of lines) {
    const settled = state.settledBy.get(id)
    if (settled !== undefined) bringAlong(settled, id)
  }
  const { reopened } = followedDecisions(lines)
  return [...matches, ...earlierApart.filter(({ decision }) => !reopened.has(decision)), ...state.apart]
}

const matchInstruction = (settled: Settled, { decision, statement }: Asked): MatchInstruction => ({
  kind: instructionKind,
  decision,
  match: settled.items.map(({ name }) => name).sort(compareNames),
  residual: residualKind(settled, statement),
})

interface Asked {
  readonly decision: string
  readonly statement: Side
}

function residualKind({ acceptedAs, items }: Settled, side: Side): MatchInstruction['residual'] {
  if (currenciesOf(items).size > 1) return { is: 'fx' }
  return acceptedAs === undefined ? { is: 'open' } : { is: 'accepted', label: acceptedAs, side }
}
