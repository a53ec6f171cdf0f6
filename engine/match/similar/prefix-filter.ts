import type { Similarity } from '../../rules/similarity/similarity.ts'
import { type Block, firstRow } from '../blocks.ts'
import { type BlockTexts, createIndex, type FeatureIndex, noPrefix, type Prefix } from './feature-index.ts'
import { type Layer, layersOf } from './prefix-layers.ts'

/** Finds the pairs that may be alike without comparing all of them: prefix filtering over grams or tokens. */

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
 * `similarity` asks; no pair that is, is left out. Undefined when these are more than `pairCountMax` pairs, when the
 * texts have more different features than an index takes, or when finding the pairs would mean to look at more than 64
 * times as many of its entries, which is counted beforehand.
 *
 * Two texts that are alike share so many features that, when each puts its own in one common order, the first few of
 * both have two in common (one where they share no more). Rare features come first in that order, so that few pairs
 * meet by chance.
 */
export function likelyPairs(
  texts: BlockTexts,
  similarity: Similarity,
  pairCountMax: number,
): readonly (readonly number[])[] | undefined {
  const indexes: FeatureIndex[] = []
  for (const layer of layersOf(similarity)) {
    const index = createIndex(texts, layer)
    if (index === undefined) return undefined
    indexes.push(index)
  }
  const entryCount = indexes.reduce((sum, index) => sum + countEntries(index), 0)
  if (entryCount > entriesPerPair * pairCountMax) return undefined
  const meeting = createMeeting(indexes, texts.target.length)
  const pairs: number[][] = []
  let pairCount = 0
  for (const position of texts.source.keys()) {
    const targets = meeting(position)
    pairs.push(targets)
    pairCount += targets.length
    if (pairCount > pairCountMax) return undefined
  }
  return pairs
}

const entriesPerPair = 64

function countEntries({ source, targetsByFeature: { starts } }: FeatureIndex): number {
  let count = 0
  for (const { features } of source)
    for (const feature of features) count += (starts[feature + 1] ?? 0) - (starts[feature] ?? 0)
  return count
}

/** The targets that a source meets in any layer, ascending. The counters are reused from source to source. */
function createMeeting(indexes: readonly FeatureIndex[], targetCount: number): (position: number) => number[] {
  const counts = new Uint32Array(targetCount)
  return (position) => {
    const met = new Set<number>()
    for (const { layer, source, target, targetsByFeature } of indexes) {
      const prefix = source[position] ?? noPrefix
      const touched: number[] = []
      for (const feature of prefix.features) {
        const end = targetsByFeature.starts[feature + 1] ?? 0
        for (let place = targetsByFeature.starts[feature] ?? 0; place < end; place++) {
          const other = targetsByFeature.edges[place] ?? 0
          const count = counts[other] ?? 0
          if (count === 0) touched.push(other)
          counts[other] = count + 1
        }
      }
      for (const other of touched) {
        if (isLikely(counts[other] ?? 0, { layer, prefix, other: target[other] ?? noPrefix })) met.add(other)
        counts[other] = 0
      }
    }
    return [...met].sort((a, b) => a - b)
  }
}

/**
 * Whether texts whose prefixes have `shared` features in common may be alike: what else they share lies behind the
 * prefix that ends first.
 */
function isLikely(
  shared: number,
  { layer, prefix, other }: { readonly layer: Layer; readonly prefix: Prefix; readonly other: Prefix },
): boolean {
  const behind = Math.max(prefix.size - prefix.features.length, other.size - other.features.length)
  return (
    shared >= Math.min(prefix.shared, other.shared) && shared + behind >= layer.leastShared(prefix.size, other.size)
  )
}
