import { at, uint32At } from '../../base/at.ts'
import { indicesUpTo } from '../../base/radix-sort.ts'
import type { BySide } from '../../record/side.ts'
import type { Block, Node } from '../blocks/blocks.ts'
import { componentFinder, endsOf } from '../blocks/components.ts'
import type { CandidateList } from '../blocks/pair-list.ts'
import { nodeCountMax, rankCosts } from './costs.ts'
import type { Transport } from './flow-state.ts'

interface MostComponent extends BySide<readonly Node[]> {
  /** Undefined when a side has more than `nodeCountMax` nodes. */
  readonly transport: Transport | undefined
}

/** The only candidate of two records, neither of which has a twin: nothing is to be weighed. */
export interface LonePair {
  readonly pair: BySide<number>
}

export type SolvableComponent = MostComponent & { readonly transport: Transport }

export const isSolvable = (component: MostComponent): component is SolvableComponent =>
  component.transport !== undefined

/**
 * The components of a block. A component does not refer to the block's lists, so that they can be freed. O(candidates).
 */
export function* mostComponents(
  block: Block,
  candidates: CandidateList | 'complete',
): Generator<MostComponent | LonePair> {
  if (candidates === 'complete') {
    yield { ...block, transport: isTooLarge(block) ? undefined : completeTransport(block) }
    return
  }
  for (const indices of componentFinder(block, candidates)(indicesUpTo(candidates.count))) {
    const lone = indices.length === 1 ? lonePair(block, candidates, uint32At(indices, 0)) : undefined
    if (lone !== undefined) {
      yield lone
      continue
    }
    const source = endsOf(indices, candidates.source)
    const target = endsOf(indices, candidates.target)
    const nodes = {
      source: source.nodes.map((node) => at(block.source, node)),
      target: target.nodes.map((node) => at(block.target, node)),
    }
    const transport = (): Transport => ({
      ...multiplicities(nodes),
      source: source.positions(),
      target: target.positions(),
      costs: rankCosts(candidates.ranks, indices),
    })
    yield { ...nodes, transport: isTooLarge(nodes) ? undefined : transport() }
  }
}

function lonePair(block: Block, { source, target }: CandidateList, index: number): LonePair | undefined {
  const ofSource = at(block.source, uint32At(source, index)).rows
  const ofTarget = at(block.target, uint32At(target, index)).rows
  return ofSource.length === 1 && ofTarget.length === 1
    ? { pair: { source: at(ofSource, 0), target: at(ofTarget, 0) } }
    : undefined
}

type Nodes = BySide<readonly Node[]>

const isTooLarge = ({ source, target }: Nodes): boolean => Math.max(source.length, target.length) > nodeCountMax

function completeTransport(block: Block): Transport {
  const width = block.target.length
  const pairs = indicesUpTo(block.source.length * width)
  return {
    ...multiplicities(block),
    source: pairs.map((pair) => Math.floor(pair / width)),
    target: pairs.map((pair) => pair % width),
    costs: rankCosts([], pairs),
  }
}

const multiplicities = (nodes: Nodes): Pick<Transport, 'supplies' | 'demands'> => ({
  supplies: Int32Array.from(nodes.source, ({ rows }) => rows.length),
  demands: Int32Array.from(nodes.target, ({ rows }) => rows.length),
})
