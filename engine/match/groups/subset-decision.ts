import { at } from '../../base/at.ts'
import { componentFinder, endsOf } from '../blocks/components.ts'
import type { AnchoredBlock } from './anchors.ts'
import { type Answer, anchorRows } from './subset-answers.ts'

export interface Decision {
  /** Answers with a single set, whose rows no other answer needs. */
  readonly clear: readonly Answer[]
  /** The other answers, one list for each group of answers that share items. */
  readonly ambiguous: readonly (readonly Answer[])[]
}

/**
 * Decides all anchors of a block at once. A node of items is contested when several anchors use it, and one of them has
 * several sets or all of their sets together need more rows than the node has. An anchor is clear when it has one set,
 * without a contested node. O(answers × nodes of each).
 */
export function decideAnswers(block: AnchoredBlock, answers: readonly Answer[]): Decision {
  const isContested = contestedNodes(block, answers)
  const isClear = ({ only, nodes }: Answer): boolean => only !== undefined && !nodes.some(isContested)
  return {
    clear: answers.filter(isClear),
    ambiguous: componentsOf(
      block,
      answers.filter((answer) => !isClear(answer)),
    ),
  }
}

interface Use {
  anchorCount: number
  hasSeveralSets: boolean
  neededCount: number
}

function contestedNodes(block: AnchoredBlock, answers: readonly Answer[]): (node: number) => boolean {
  const uses = new Map<number, Use>()
  for (const answer of answers) {
    const { nodes, only } = answer
    const anchorCount = anchorRows(answer).length
    for (const node of nodes) {
      const use = uses.get(node) ?? { anchorCount: 0, hasSeveralSets: false, neededCount: 0 }
      const count = only?.find((part) => part.node === node)?.count ?? 0
      use.anchorCount += anchorCount
      use.hasSeveralSets ||= only === undefined
      use.neededCount += anchorCount * count
      uses.set(node, use)
    }
  }
  return (node) => {
    const use = uses.get(node)
    if (use === undefined || use.anchorCount < 2) return false
    return use.hasSeveralSets || use.neededCount > at(block.items, node).rows.length
  }
}

function componentsOf(block: AnchoredBlock, answers: readonly Answer[]): Answer[][] {
  const edges = answers.flatMap(({ nodes }, index) => nodes.map((node) => ({ index, node })))
  const list = {
    source: Uint32Array.from(edges, ({ index }) => index),
    target: Uint32Array.from(edges, ({ node }) => node),
  }
  const find = componentFinder({ source: answers, target: block.items }, list)
  return find(Uint32Array.from(edges.keys())).map((component) =>
    endsOf(component, list.source).nodes.map((index) => at(answers, index)),
  )
}
