import { at, uint32At } from '../../base/at.ts'
import { type Incidence, incidenceOf } from '../../base/incidence.ts'
import type { Layer } from '../../rules/similarity/feature-layers.ts'

/**
 * An index of texts by their rarest features. Features are numbered, since those of long texts would fill the memory as
 * strings.
 */

/** The compared text of each node of a block; every node has one. */
export interface BlockTexts {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** The first features of a text in the common order, ascending. */
export interface Prefix {
  /** The places of the features in that order. */
  readonly features: Uint32Array
  /** How many of them a similar text's prefix shares at least, unless that prefix has a smaller number of its own. */
  readonly shared: number
  /** How many features the text has in all. */
  readonly size: number
}

/** The prefix of a text that can be like no other. */
const noPrefix: Prefix = { features: new Uint32Array(), shared: 1, size: 0 }

/** One layer's prefixes, and the targets that have a feature among theirs. */
export interface FeatureIndex {
  readonly layer: Layer
  readonly source: readonly Prefix[]
  readonly target: readonly Prefix[]
  readonly targetsByFeature: Incidence
}

/** Different features that one index may have; the map of them is most of its memory. */
const featureCountMax = 2 ** 22

/** Features that two texts have in common within their prefixes, where they share as many at all. */
const sharedInPrefixes = 2

/**
 * The index of one layer, or undefined when the texts have too many different features: more than 4 million. Features
 * are ordered by how many texts have them, the rarest first, and then as strings. O(characters), and O(n log n) of the
 * different features; 4 bytes a feature of each text.
 */
export function createIndex({ source, target }: BlockTexts, layer: Layer): FeatureIndex | undefined {
  const numbered = numberFeatures([...source, ...target], layer)
  if (numbered === undefined) return undefined
  const placeOf = placesOf(numbered)
  const prefixByText = new Map(
    [...numbered.featuresByText].map(([text, features]) => [text, prefixOf(features, placeOf)]),
  )
  const prefixes = (texts: readonly string[]): Prefix[] => texts.map((text) => found(prefixByText, text))
  const ofTarget = prefixes(target)
  return { layer, source: prefixes(source), target: ofTarget, targetsByFeature: targetsOf(ofTarget, placeOf.length) }
}

interface NumberedFeatures {
  readonly numbers: Uint32Array
  readonly leastShared: number
}

interface Numbered {
  readonly featuresByText: ReadonlyMap<string, NumberedFeatures>
  readonly numberByFeature: ReadonlyMap<string, number>
  /** Number → how many texts have the feature. */
  readonly counts: readonly number[]
}

function numberFeatures(texts: readonly string[], layer: Layer): Numbered | undefined {
  const featuresByText = new Map<string, NumberedFeatures>()
  const numberByFeature = new Map<string, number>()
  const counts: number[] = []
  for (const text of texts) {
    let features = featuresByText.get(text)
    if (features === undefined) {
      const { all, leastShared } = layer.featuresOf(text)
      features = { numbers: Uint32Array.from(all, (feature) => numberOf(numberByFeature, feature)), leastShared }
      featuresByText.set(text, features)
    }
    for (const number of features.numbers) {
      if (number === counts.length) counts.push(0)
      counts[number] = at(counts, number) + 1
    }
    if (counts.length > featureCountMax) return undefined
  }
  return { featuresByText, numberByFeature, counts }
}

function numberOf(numberByFeature: Map<string, number>, feature: string): number {
  const known = numberByFeature.get(feature)
  if (known !== undefined) return known
  const number = numberByFeature.size
  numberByFeature.set(feature, number)
  return number
}

/** Number → place in the common order. */
function placesOf({ numberByFeature, counts }: Numbered): Uint32Array {
  const countOf = (number: number): number => at(counts, number)
  const ordered = [...numberByFeature].sort(
    ([feature, number], [other, otherNumber]) => countOf(number) - countOf(otherNumber) || (feature < other ? -1 : 1),
  )
  const placeOf = new Uint32Array(ordered.length)
  for (const [place, [, number]] of ordered.entries()) placeOf[number] = place
  return placeOf
}

function prefixOf({ numbers, leastShared }: NumberedFeatures, placeOf: Uint32Array): Prefix {
  const shared = Math.min(sharedInPrefixes, leastShared)
  const length = numbers.length - leastShared + shared
  if (length <= 0) return noPrefix
  const places = numbers.map((number) => uint32At(placeOf, number)).sort()
  return { features: places.slice(0, length), shared, size: numbers.length }
}

function found(prefixByText: ReadonlyMap<string, Prefix>, text: string): Prefix {
  const prefix = prefixByText.get(text)
  if (prefix === undefined) throw new Error('Every text of the block is in its index')
  return prefix
}

function targetsOf(prefixes: readonly Prefix[], featureCount: number): Incidence {
  const entryCount = prefixes.reduce((sum, { features }) => sum + features.length, 0)
  const [features, targets] = [new Uint32Array(entryCount), new Uint32Array(entryCount)]
  let end = 0
  for (const [target, prefix] of prefixes.entries()) {
    features.set(prefix.features, end)
    targets.fill(target, end, end + prefix.features.length)
    end += prefix.features.length
  }
  const { starts, edges } = incidenceOf(features, featureCount)
  return { starts, edges: edges.map((entry) => uint32At(targets, entry)) }
}
