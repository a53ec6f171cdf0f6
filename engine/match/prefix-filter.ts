import type { Block } from './nodes.ts'
import { firstRow } from './nodes.ts'
import { type Layer, layersOf } from './prefix-layers.ts'
import type { Similarity } from './similarity.ts'

/** Finds the pairs that may be alike without comparing all of them: prefix filtering over grams or tokens. */

/** The compared text of each node of a block; every node has one. */
export interface BlockTexts {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** The texts that `textAt` reads of each node, or undefined when one has none. */
export function textsOf(
  block: Block,
  textAt: { readonly source: (row: number) => unknown; readonly target: (row: number) => unknown },
): BlockTexts | undefined {
  const source = block.source.map((node) => textAt.source(firstRow(node)))
  const target = block.target.map((node) => textAt.target(firstRow(node)))
  return source.every(isText) && target.every(isText) ? { source, target } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/**
 * For each source the targets, as positions in the block and ascending, that may be at least as similar as
 * `similarity` asks; no pair that is, is left out. Undefined when the lists would hold more than `pairCountMax`
 * entries, which is counted before any is made. O(features × log + entries).
 *
 * Two texts that are alike share so many features that, when each puts its own in one common order, the first few of
 * both have one in common. Rare features come first in that order, so that few pairs meet by chance.
 */
export function likelyPairs(
  texts: BlockTexts,
  similarity: Similarity,
  pairCountMax: number,
): readonly (readonly number[])[] | undefined {
  const indexes = layersOf(similarity).map((layer) => indexOf(texts, layer))
  const entryCount = indexes.reduce((sum, index) => sum + countEntries(index), 0)
  return entryCount > pairCountMax ? undefined : listPairs(texts, indexes)
}

/** One layer's features: those first in order of each source, and the targets that have each among theirs. */
interface Index {
  readonly prefixes: readonly (readonly string[])[]
  readonly targetsByFeature: ReadonlyMap<string, readonly number[]>
}

function indexOf({ source, target }: BlockTexts, layer: Layer): Index {
  const features = new Map([...source, ...target].map((text): [string, readonly string[]] => [text, []]))
  for (const text of features.keys()) features.set(text, layer.featuresOf(text))
  const countByFeature = new Map<string, number>()
  for (const text of [...source, ...target])
    for (const feature of features.get(text) ?? []) countByFeature.set(feature, (countByFeature.get(feature) ?? 0) + 1)
  const count = (feature: string): number => countByFeature.get(feature) ?? 0
  const prefixOf = (text: string): readonly string[] => {
    const own = features.get(text) ?? []
    return own.toSorted((a, b) => count(a) - count(b) || (a < b ? -1 : 1)).slice(0, layer.prefixLengthOf(text))
  }
  const prefixByText = new Map([...features.keys()].map((text) => [text, prefixOf(text)]))
  const targetsByFeature = new Map<string, number[]>()
  for (const [position, text] of target.entries()) {
    for (const feature of prefixByText.get(text) ?? []) {
      const targets = targetsByFeature.get(feature)
      if (targets === undefined) targetsByFeature.set(feature, [position])
      else targets.push(position)
    }
  }
  return { prefixes: source.map((text) => prefixByText.get(text) ?? []), targetsByFeature }
}

const countEntries = ({ prefixes, targetsByFeature }: Index): number =>
  prefixes.reduce(
    (sum, prefix) => prefix.reduce((own, feature) => own + (targetsByFeature.get(feature)?.length ?? 0), sum),
    0,
  )

function listPairs({ source }: BlockTexts, indexes: readonly Index[]): number[][] {
  return source.map((_, position) => {
    const targets = new Set<number>()
    for (const { prefixes, targetsByFeature } of indexes)
      for (const feature of prefixes[position] ?? [])
        for (const target of targetsByFeature.get(feature) ?? []) targets.add(target)
    return [...targets].sort((a, b) => a - b)
  })
}
