import { at } from '../../base/at.ts'
import type { Node } from '../blocks/blocks.ts'
import { rowsById } from '../blocks/id-order.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { addMatch, type Match, type RunState } from '../state/run-state.ts'
import { anchorSideOf, itemSideOf, toSides } from './anchors.ts'
import { type Answer, anchorRows } from './subset-answers.ts'

/** The rows of each node of items that no anchor has been given yet. */
export interface Supply {
  rowsOf(node: Node): readonly number[]
  take(node: Node, count: number): void
}

export function createSupply(): Supply {
  const takenCounts = new Map<Node, number>()
  const takenCountOf = (node: Node): number => takenCounts.get(node) ?? 0
  return {
    rowsOf: (node) => node.rows.slice(takenCountOf(node)),
    take: (node, count) => takenCounts.set(node, takenCountOf(node) + count),
  }
}

interface ClearAnswers {
  readonly answers: readonly Answer[]
  readonly supply: Supply
}

export interface Subset {
  readonly anchor: number
  readonly items: readonly number[]
}

/**
 * Gives each anchor the rows of its set. Anchors come in twin order, and each takes the first free rows of every node
 * in its set. Changes `run` and `supply`.
 */
export function claimClearAnswers(run: RunState, rule: BoundRule, { answers, supply }: ClearAnswers): void {
  for (const { anchor, answer } of inTwinOrder(run, rule, answers)) {
    if (answer.only === undefined) throw new Error('A clear answer has only one set')
    const parts = answer.only.map(({ node, count }) => ({ node: at(answer.space.block.items, node), count }))
    const items = parts.flatMap(({ node, count }) => supply.rowsOf(node).slice(0, count))
    const interchangeable = anchorRows(answer).length > 1 || parts.some(({ node, count }) => count < node.rows.length)
    for (const { node, count } of parts) supply.take(node, count)
    addSubset(run, rule, { anchor, items, interchangeable, ambiguous: false })
  }
}

function* inTwinOrder(
  run: RunState,
  rule: BoundRule,
  answers: readonly Answer[],
): Generator<{ readonly anchor: number; readonly answer: Answer }> {
  if (answers.length === 0) return
  const answerByRow = new Map(answers.flatMap((answer) => anchorRows(answer).map((row) => [row, answer] as const)))
  for (const row of run[anchorSideOf(rule)].ordering.rowsInTwinOrder) {
    const answer = answerByRow.get(row)
    if (answer !== undefined) yield { anchor: row, answer }
  }
}

export function addSubset(
  run: RunState,
  rule: BoundRule,
  { anchor, items, ...flags }: Subset & Pick<Match, 'interchangeable' | 'ambiguous'>,
): void {
  const rows = toSides(rule, { anchors: [anchor], items: rowsById(run[itemSideOf(rule)], items) })
  addMatch(run, { rule, ...rows, nodes: rows, ...flags })
}
