import { at, uint32At } from '../../base/at.ts'
import type { Layer } from '../../rules/similarity/feature-layers.ts'
import { type Block, firstRow } from '../blocks.ts'
import type { Walk } from '../paths/pair-path.ts'
import { type BlockTexts, createIndex, type FeatureIndex, type Prefix } from './feature-index.ts'

/** Finds the pairs that may be alike without comparing all of them: prefix filtering over grams or tokens. */

/** The texts that `textAt` reads for the nodes of a block, or undefined when a node has none. */
export function textsOf(
  block: Block,
  textAt: { readonly source: (row: number) => unknown; readonly target: (row: number) => unknown },
): BlockTexts | undefined {
  const source = block.source.map((node) => textAt.source(firstRow(node)))
  const target = block.target.map((node) => textAt.target(firstRow(node)))
  return source.every(isText) && target.every(isText) ? { source, target } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** An index over the texts of a block. */
export interface TextIndex {
  /** Entries that finding the pairs of all sources looks at: for each feature, its sources times its targets. */
  readonly entryCount: number
  /** Visits the targets that may be similar to a source; no similar pair is left out. */
  readonly walk: Walk
}

/**
 * The index of `texts` under `layers`; undefined when the texts have more different features than an index takes.
 *
 * Two similar texts share so many features that, with the features of each in one common order, the first few of both
 * have two in common (one where they share only one). Rare features come first in that order, so that few pairs share
 * them by chance.
 */
export function openIndex(texts: BlockTexts, layers: readonly Layer[]): TextIndex | undefined {
  const indexes: FeatureIndex[] = []
  for (const layer of layers) {
    const index = createIndex(texts, layer)
    if (index === undefined) return undefined
    indexes.push(index)
  }
  const likelyTargetsOf = createFinder(indexes, texts.target.length)
  return {
    entryCount: indexes.reduce((sum, index) => sum + countEntries(index), 0),
    walk(source, visit) {
      for (const target of likelyTargetsOf(source)) visit(target)
    },
  }
}

function countEntries({ source, targetsByFeature: { starts } }: FeatureIndex): number {
  let count = 0
  for (const { features } of source)
    for (const feature of features) count += uint32At(starts, feature + 1) - uint32At(starts, feature)
  return count
}

/** A function that finds the likely targets of a source in any layer. Its counters serve all sources. */
function createFinder(
  indexes: readonly FeatureIndex[],
  targetCount: number,
): (position: number) => ReadonlySet<number> {
  const counts = new Uint32Array(targetCount)
  return (position) => {
    const found = new Set<number>()
    for (const { layer, source, target, targetsByFeature } of indexes) {
      const prefix = at(source, position)
      const touched: number[] = []
      for (const feature of prefix.features) {
        const end = uint32At(targetsByFeature.starts, feature + 1)
        for (let place = uint32At(targetsByFeature.starts, feature); place < end; place++) {
          const other = uint32At(targetsByFeature.edges, place)
          const count = uint32At(counts, other)
          if (count === 0) touched.push(other)
          counts[other] = count + 1
        }
      }
      for (const other of touched) {
        if (isLikely(uint32At(counts, other), { layer, prefix, other: at(target, other) })) found.add(other)
        counts[other] = 0
      }
    }
    return found
  }
}

/**
 * Whether texts whose prefixes share `shared` features may be alike. All other features that they share come after the
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
