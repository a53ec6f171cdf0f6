import { type Block, firstRow } from '../nodes.ts'
import { type Features, type Layer, layersOf } from './prefix-layers.ts'
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
 * `similarity` asks; no pair that is, is left out. Undefined when these are more than `pairCountMax` pairs, or when
 * finding them would mean to look at more than 64 times as many entries of the index, which is counted beforehand.
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
  const indexes = layersOf(similarity).map((layer) => indexOf(texts, layer))
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

/** Features that two texts have in common within their prefixes, where they share as many at all. */
const sharedInPrefixes = 2

/** The first features of a text in the common order. */
interface Prefix {
  readonly features: readonly string[]
  /** How many of them another prefix has in common at least, when its own number is not smaller. */
  readonly shared: number
  /** All of the text's features. */
  readonly size: number
}

const noPrefix: Prefix = { features: [], shared: 1, size: 0 }

/** One layer's prefixes, and the targets that have a feature among theirs. */
interface Index {
  readonly layer: Layer
  readonly source: readonly Prefix[]
  readonly target: readonly Prefix[]
  readonly targetsByFeature: ReadonlyMap<string, readonly number[]>
}

function indexOf({ source, target }: BlockTexts, layer: Layer): Index {
  const featuresByText = new Map<string, Features>()
  const countByFeature = new Map<string, number>()
  for (const text of [...source, ...target]) {
    const features = featuresByText.get(text) ?? layer.featuresOf(text)
    featuresByText.set(text, features)
    for (const feature of features.all) countByFeature.set(feature, (countByFeature.get(feature) ?? 0) + 1)
  }
  const prefixByText = new Map(
    [...featuresByText].map(([text, features]) => [text, prefixOf(features, countByFeature)]),
  )
  const prefixes = (texts: readonly string[]): Prefix[] => texts.map((text) => prefixByText.get(text) ?? noPrefix)
  const ofTarget = prefixes(target)
  const targetsByFeature = new Map<string, number[]>()
  for (const [position, { features }] of ofTarget.entries()) {
    for (const feature of features) {
      const targets = targetsByFeature.get(feature)
      if (targets === undefined) targetsByFeature.set(feature, [position])
      else targets.push(position)
    }
  }
  return { layer, source: prefixes(source), target: ofTarget, targetsByFeature }
}

/** Features by how many texts have them, the rarest first. */
function prefixOf({ all, leastShared }: Features, countByFeature: ReadonlyMap<string, number>): Prefix {
  const shared = Math.min(sharedInPrefixes, leastShared)
  const length = all.length - leastShared + shared
  if (length <= 0) return noPrefix
  const counted = all.map((feature) => ({ feature, count: countByFeature.get(feature) ?? 0 }))
  counted.sort((a, b) => a.count - b.count || (a.feature < b.feature ? -1 : 1))
  return { features: counted.slice(0, length).map(({ feature }) => feature), shared, size: all.length }
}

const countEntries = ({ source, targetsByFeature }: Index): number =>
  source.reduce(
    (sum, { features }) => features.reduce((own, each) => own + (targetsByFeature.get(each)?.length ?? 0), sum),
    0,
  )

/** The targets that a source meets in any layer, ascending. The counters are reused from source to source. */
function createMeeting(indexes: readonly Index[], targetCount: number): (position: number) => number[] {
  const counts = new Uint32Array(targetCount)
  return (position) => {
    const met = new Set<number>()
    for (const { layer, source, target, targetsByFeature } of indexes) {
      const prefix = source[position] ?? noPrefix
      const touched: number[] = []
      for (const feature of prefix.features) {
        for (const other of targetsByFeature.get(feature) ?? []) {
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
