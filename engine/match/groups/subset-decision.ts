import { componentFinder } from '../components.ts'
import type { Answer } from './subset-answers.ts'
import type { AnchoredBlock } from './subset-space.ts'

/** The answers of a block: those that hold, and those of which there is a choice, in components that share items. */
export interface Decision {
  readonly clear: readonly Answer[]
  readonly ambiguous: readonly (readonly Answer[])[]
}

/**
 * Decides all anchors of a block at once. A node of items is contested when two anchors use it and one of them has
 * several answers, or when more of it is asked for than there is; an anchor is clear when it has one answer and nothing
 * of it is contested. O(answers × items of each).
 */
export function decide(block: AnchoredBlock, answers: readonly Answer[]): Decision {
  const isContested = contestedIn(block, answers)
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
  anchors: number
  hasSeveral: boolean
  asked: number
}

function contestedIn(block: AnchoredBlock, answers: readonly Answer[]): (node: number) => boolean {
  const uses = new Map<number, Use>()
  for (const { anchor, nodes, only } of answers) {
    const anchors = block.anchors[anchor]?.rows.length ?? 0
    for (const node of nodes) {
      const use = uses.get(node) ?? { anchors: 0, hasSeveral: false, asked: 0 }
      const count = only?.find((part) => part.node === node)?.count ?? 0
      use.anchors += anchors
      use.hasSeveral ||= only === undefined
      use.asked += anchors * count
      uses.set(node, use)
    }
  }
  return (node) => {
    const use = uses.get(node)
    if (use === undefined || use.anchors < 2) return false
    return use.hasSeveral || use.asked > (block.items[node]?.rows.length ?? 0)
  }
}

function componentsOf(block: AnchoredBlock, answers: readonly Answer[]): Answer[][] {
  const edges = answers.flatMap((answer, index) => answer.nodes.map((node) => ({ index, node })))
  const list = {
    count: edges.length,
    source: Uint32Array.from(edges, ({ index }) => index),
    target: Uint32Array.from(edges, ({ node }) => node),
    ranks: [],
  }
  const find = componentFinder({ source: answers.map(() => ({ rows: [] })), target: [...block.items] }, list)
  return find(Uint32Array.from(edges.keys())).map((component) =>
    [...new Set(Array.from(component, (edge) => list.source[edge] ?? 0))].flatMap((index) => answers[index] ?? []),
  )
}
