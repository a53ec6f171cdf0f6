import { at, byteAt, uint32At } from '../../base/at.ts'
import type { Layer } from '../../rules/similarity/feature-layers.ts'
import { type Block, firstRow } from '../blocks/blocks.ts'
import type { Walk } from '../blocks/pair-path.ts'
import { type BlockTexts, createIndex, type FeatureIndex, type Prefixes } from './feature-index.ts'

/**
 * Finds the pairs that may be similar without comparing all pairs: prefix filtering over the grams or tokens of texts.
 */

/** Undefined when a node has no text. */
export function textsOf(
  block: Block,
  textAt: { readonly source: (row: number) => unknown; readonly target: (row: number) => unknown },
): BlockTexts | undefined {
  const source = block.source.map((node) => textAt.source(firstRow(node)))
  const target = block.target.map((node) => textAt.target(firstRow(node)))
  return source.every(isText) && target.every(isText) ? { source, target } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string'

interface TextIndex {
  /** The number of entries that walks of all sources read: for each feature its sources times its targets. */
  readonly entryCount: number
  /** Visits every similar pair, and some others. */
  readonly walk: Walk
}

/**
 * The index of `texts` under `layers`; undefined when the texts have more different features than an index may have.
 *
 * If the features of all texts are put in one order, the first few features of two similar texts have two in common, or
 * one where the texts share only one. Rare features come first in that order, so that few other pairs share them by
 * chance.
 */
export function openIndex(texts: BlockTexts, layers: readonly Layer[]): TextIndex | undefined {
  const indexes: FeatureIndex[] = []
  for (const layer of layers) {
    const index = createIndex(texts, layer)
    if (index === undefined) return undefined
    indexes.push(index)
  }
  return {
    entryCount: indexes.reduce((sum, index) => sum + countEntries(index), 0),
    walk: createWalk(indexes, texts.target.length),
  }
}

function countEntries({ source, prefixes: { lists }, targetsByFeature: { starts } }: FeatureIndex): number {
  let count = 0
  for (const text of source) {
    const end = uint32At(lists.starts, text + 1)
    for (let place = uint32At(lists.starts, text); place < end; place++) {
      const feature = uint32At(lists.values, place)
      count += uint32At(starts, feature + 1) - uint32At(starts, feature)
    }
  }
  return count
}

/** The arrays are made once and used for all sources. */
function createWalk(indexes: readonly FeatureIndex[], targetCount: number): Walk {
  const counts = new Uint32Array(targetCount)
  const touched = new Uint32Array(targetCount)
  const isFound = new Uint8Array(targetCount)
  const found = new Uint32Array(targetCount)
  return (source, visit) => {
    let foundCount = 0
    for (const index of indexes) {
      const touchedCount = countShared(index, source, { counts, touched })
      for (let place = 0; place < touchedCount; place++) {
        const target = uint32At(touched, place)
        if (byteAt(isFound, target) === 0 && isLikely(uint32At(counts, target), index, [source, target])) {
          isFound[target] = 1
          found[foundCount++] = target
        }
        counts[target] = 0
      }
    }
    for (let place = 0; place < foundCount; place++) isFound[uint32At(found, place)] = 0
    for (let place = 0; place < foundCount; place++) visit(uint32At(found, place))
  }
}

interface Counters {
  readonly counts: Uint32Array
  readonly touched: Uint32Array
}

/**
 * Counts, for each target, the features that its prefix shares with the prefix of a source. Returns how many targets
 * share any.
 */
function countShared(
  { source, prefixes: { lists }, targetsByFeature: { starts, edges } }: FeatureIndex,
  position: number,
  { counts, touched }: Counters,
): number {
  const text = uint32At(source, position)
  const last = uint32At(lists.starts, text + 1)
  let touchedCount = 0
  for (let each = uint32At(lists.starts, text); each < last; each++) {
    const feature = uint32At(lists.values, each)
    const end = uint32At(starts, feature + 1)
    for (let place = uint32At(starts, feature); place < end; place++) {
      const target = uint32At(edges, place)
      const count = uint32At(counts, target)
      if (count === 0) touched[touchedCount++] = target
      counts[target] = count + 1
    }
  }
  return touchedCount
}

/**
 * Whether a pair may be similar: whether the features that its prefixes share, and all features behind them, would be
 * enough.
 */
function isLikely(
  shared: number,
  { layer, source, target, prefixes }: FeatureIndex,
  [from, to]: readonly [number, number],
): boolean {
  const [left, right] = [uint32At(source, from), uint32At(target, to)]
  if (shared < Math.min(at(prefixes.shared, left), at(prefixes.shared, right))) return false
  const [size, otherSize] = [at(prefixes.sizes, left), at(prefixes.sizes, right)]
  const behind = Math.max(size - prefixLength(prefixes, left), otherSize - prefixLength(prefixes, right))
  return shared + behind >= layer.leastShared(size, otherSize)
}

const prefixLength = ({ lists: { starts } }: Prefixes, text: number): number =>
  uint32At(starts, text + 1) - uint32At(starts, text)
