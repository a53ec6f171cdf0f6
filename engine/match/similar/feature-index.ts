import { at, uint32At } from '../../base/at.ts'
import type { Incidence } from '../../base/incidence.ts'
import { type Bags, createBags, spellFeature } from '../../rules/similarity/bags.ts'
import type { Layer, LayerReader } from '../../rules/similarity/feature-layers.ts'
import { createNumberLists, type NumberLists } from '../../rules/similarity/number-lists.ts'

/**
 * An index of texts by their rarest features. Features are stored as numbers: the strings of long texts would fill the
 * memory.
 */

/** The text of each node of a block. */
export interface BlockTexts {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** The rarest features of each text: list `i` is the prefix of text `i`, as ascending places in the order of rarity. */
export interface Prefixes {
  readonly lists: NumberLists
  /** Text → a number of features. The prefixes of two similar texts share at least the smaller of their two numbers. */
  readonly shared: readonly number[]
  /** Text → its number of features; 0 where no other text can be similar. */
  readonly sizes: readonly number[]
}

export interface FeatureIndex {
  readonly layer: Layer
  readonly prefixes: Prefixes
  readonly source: Uint32Array
  readonly target: Uint32Array
  readonly targetsByFeature: Incidence
}

/** The most different features that one index may have. Their table takes most of the memory of an index. */
const featureCountMax = 2 ** 22

/**
 * Prefixes are long enough for two similar texts to share this many features in them, if the texts share as many at
 * all.
 */
const sharedInPrefixes = 2

/**
 * The index of one layer; undefined for more than 4 million different features. Features are ordered by how many texts
 * have them, the rarest first, then by their strings. O(characters), and O(n log n) of the different features; 4 bytes
 * a feature of each text.
 */
export function createIndex({ source, target }: BlockTexts, layer: Layer): FeatureIndex | undefined {
  const bags = createBags()
  const reader = layer.open(bags.features)
  const read = readTexts([...source, ...target], bags, reader)
  if (read === undefined) return undefined
  const placeOf = placesOf(bags, reader, countsOf(bags, read.textOf))
  const prefixes = prefixesOf(bags.lists, read.leastShared, placeOf)
  const targets = read.textOf.subarray(source.length)
  return {
    layer,
    prefixes,
    source: read.textOf.subarray(0, source.length),
    target: targets,
    targetsByFeature: targetsOf(prefixes.lists, targets, placeOf.length),
  }
}

interface ReadTexts {
  /** Position in the block → number of the text. Equal texts have one number. */
  readonly textOf: Uint32Array
  readonly leastShared: readonly number[]
}

function readTexts(texts: readonly string[], bags: Bags, reader: LayerReader): ReadTexts | undefined {
  const numberByText = new Map<string, number>()
  const leastShared: number[] = []
  const textOf = new Uint32Array(texts.length)
  for (const [position, text] of texts.entries()) {
    let number = numberByText.get(text)
    if (number === undefined) {
      number = numberByText.size
      numberByText.set(text, number)
      const read = reader.partsOf(text)
      leastShared.push(read.leastShared)
      bags.add(read.parts)
      if (bags.features.count() > featureCountMax) return undefined
    }
    textOf[position] = number
  }
  return { textOf, leastShared }
}

/** How many texts of the block have each feature. A text that occurs several times counts each time. */
function countsOf({ lists: { starts, values }, features }: Bags, textOf: Uint32Array): Uint32Array {
  const counts = new Uint32Array(features.count())
  for (const text of textOf) {
    const end = uint32At(starts, text + 1)
    for (let place = uint32At(starts, text); place < end; place++) {
      const feature = uint32At(values, place)
      counts[feature] = uint32At(counts, feature) + 1
    }
  }
  return counts
}

function placesOf({ features }: Bags, reader: LayerReader, counts: Uint32Array): Uint32Array {
  const spellings = Array.from(counts, (_, feature) => spellFeature(features, feature, reader.spell))
  const order = Uint32Array.from(counts.keys()).sort(
    (a, b) => uint32At(counts, a) - uint32At(counts, b) || (at(spellings, a) < at(spellings, b) ? -1 : 1),
  )
  const placeOf = new Uint32Array(order.length)
  for (const [place, feature] of order.entries()) placeOf[feature] = place
  return placeOf
}

function prefixesOf({ starts, values }: NumberLists, leastShared: readonly number[], placeOf: Uint32Array): Prefixes {
  const { lists, add } = createNumberLists()
  const shared: number[] = []
  const sizes: number[] = []
  for (const [text, least] of leastShared.entries()) {
    const places = values.slice(uint32At(starts, text), uint32At(starts, text + 1))
    const sharedOfText = Math.min(sharedInPrefixes, least)
    const length = places.length - least + sharedOfText
    shared.push(length > 0 ? sharedOfText : 1)
    sizes.push(length > 0 ? places.length : 0)
    for (let index = 0; index < places.length; index++) places[index] = uint32At(placeOf, uint32At(places, index))
    add(places.sort().subarray(0, Math.max(0, length)))
  }
  return { lists, shared, sizes }
}

function targetsOf({ starts, values }: NumberLists, targets: Uint32Array, featureCount: number): Incidence {
  const ends = new Uint32Array(featureCount + 1)
  for (const text of targets)
    for (let place = uint32At(starts, text); place < uint32At(starts, text + 1); place++) {
      const next = uint32At(values, place) + 1
      ends[next] = uint32At(ends, next) + 1
    }
  for (let feature = 0; feature < featureCount; feature++)
    ends[feature + 1] = uint32At(ends, feature + 1) + uint32At(ends, feature)
  const firsts = ends.slice()
  const edges = new Uint32Array(uint32At(ends, featureCount))
  for (const [target, text] of targets.entries())
    for (let place = uint32At(starts, text); place < uint32At(starts, text + 1); place++) {
      const feature = uint32At(values, place)
      edges[uint32At(ends, feature)] = target
      ends[feature] = uint32At(ends, feature) + 1
    }
  return { starts: firsts, edges }
}
