import type { BoundCriterion } from '../../rules/criteria/bound-criterion.ts'
import { isKey } from '../../rules/criteria/criterion-kind.ts'
import type { Block } from '../blocks/blocks.ts'
import type { PairPath, Walk } from '../blocks/pair-path.ts'
import { openIndex, textsOf } from '../similar/prefix-filter.ts'
import type { BoundRule } from '../state/bound-rule.ts'
import { affixPaths } from './affix-path.ts'
import { countCrossing, walkCrossing } from './crossing.ts'
import { type ComparedTexts, meanSteps } from './text-work.ts'
import { type BoundWindow, type Window, walkWindow, windowOf } from './window.ts'

/** Up to this many pairs, in a block or for each of its nodes, comparing other paths is not worth the time. */
const plannedPairCountMin = 64
const plannedPairsPerNodeMin = 16

/** Splitting a text for an index costs this many times as much for each character as comparing the text. */
const stepsPerIndexedUnit = 24

/** The most characters that one index may hold: their features take 4 bytes each. */
const indexedUnitCountMax = 2 ** 25

/**
 * Only an index that is made shows what it saves. Where another path is sure to be affordable, splitting the texts has
 * to cost this many times less.
 */
const indexGainMin = 2

interface PlannedTexts {
  readonly texts: readonly ComparedTexts[]
  /** Whether the block can afford a path whatever its texts are. */
  readonly isSure: (path: PairPath) => boolean
}

/**
 * The paths to the pairs of a block, the one with the least estimate first. The paths are: each window; the first two
 * windows together; texts that begin or end others; all pairs, where there is none of these; each index of texts. Equal
 * estimates keep this order, then that of `match`. Counting the pairs visits none of them. O(n log n), and
 * O(characters) where an index may be the cheapest.
 */
export function pathsOf(
  rule: BoundRule,
  block: Block,
  { texts, isSure }: PlannedTexts,
): readonly [PairPath, ...PairPath[]] {
  const pairCount = block.source.length * block.target.length
  if (pairCount <= plannedPairCountMin) return [wholePath(block, 1)]
  const open = openOf(rule)
  const windows: BoundWindow[] = []
  for (const bound of open.filter(isWindow)) {
    const window = windowOf(bound, block)
    const isCheap = window.pairCount <= plannedPairsPerNodeMin * (block.source.length + block.target.length)
    if (isCheap) return [windowPath(window, 1)]
    windows.push(window)
  }
  const perPair = 1 + meanSteps(texts)
  const whole = wholePath(block, perPair)
  const bounded = [...windowPaths(windows, perPair), ...open.flatMap((bound) => affixPaths(bound, block, perPair))]
  const [first = whole, ...others] = bounded
  const best = others.reduce((least, path) => (path.estimate < least.estimate ? path : least), first)
  const worth = isSure(best) ? best.estimate / indexGainMin : best.estimate
  const indexes = open.flatMap((bound) => indexPath(bound, block, worth))
  const [cheapest = first, ...dearer] = [first, ...others, ...indexes].sort((a, b) => a.estimate - b.estimate)
  return [cheapest, ...dearer]
}

export function everyPath(rule: BoundRule, block: Block): readonly PairPath[] {
  const open = openOf(rule)
  const windows = open.filter(isWindow).map((bound) => windowOf(bound, block))
  const indexes = open.flatMap((bound) => indexPath(bound, block, Number.POSITIVE_INFINITY))
  const affixes = open.flatMap((bound) => affixPaths(bound, block, 1))
  return [wholePath(block, 1), ...windowPaths(windows, 1), ...affixes, ...indexes]
}

const openOf = ({ criteria }: BoundRule): BoundCriterion[] => criteria.filter(({ criterion }) => !isKey(criterion))

const isWindow = ({ criterion }: BoundCriterion): boolean => criterion.blocking === 'window'

function wholePath({ source, target }: Block, perPair: number): PairPath {
  const stepCount = source.length * target.length
  const open = (): Walk => (_, visit) => {
    for (let position = 0; position < target.length; position++) visit(position)
  }
  return { by: 'pairs', stepCount, estimate: stepCount * perPair, open }
}

function windowPaths(windows: readonly BoundWindow[], perPair: number): PairPath[] {
  const [first, second] = windows
  const paths = windows.map((window) => windowPath(window, perPair))
  return first && second ? [...paths, crossingPath(first, second, perPair)] : paths
}

const windowPath = (window: BoundWindow, perPair: number): PairPath => ({
  by: window.bound.criterion.name,
  stepCount: window.pairCount,
  estimate: window.pairCount * perPair,
  open: () => walkWindow(window),
  openHeld: () => ({ walk: walkWindow(heldOf(window)), held: criteriaHeld(window) }),
})

function crossingPath(first: BoundWindow, second: BoundWindow, perPair: number): PairPath {
  const pairCount = countCrossing(first, second)
  return {
    by: `${first.bound.criterion.name}, ${second.bound.criterion.name}`,
    stepCount: pairCount,
    estimate: pairCount * perPair,
    open: () => walkCrossing(first, second),
    openHeld: () => ({ walk: walkCrossing(heldOf(first), heldOf(second)), held: criteriaHeld(first, second) }),
  }
}

const heldOf = (window: BoundWindow): Window => window.held?.() ?? window

const criteriaHeld = (...windows: readonly BoundWindow[]): BoundCriterion[] =>
  windows.filter(({ held }) => held !== undefined).map(({ bound }) => bound)

/** No path where a node has no text, or where splitting the texts alone costs `least` or more. */
function indexPath(bound: BoundCriterion, block: Block, least: number): PairPath[] {
  const { criterion, layers } = bound
  if (criterion.blocking !== 'index' || layers === undefined) return []
  const texts = textsOf(block, { source: bound.sourceValue, target: bound.targetValue })
  if (texts === undefined) return []
  const units = [...texts.source, ...texts.target].reduce((sum, text) => sum + text.length, 0)
  const splitting = stepsPerIndexedUnit * units
  if (units > indexedUnitCountMax || splitting >= least) return []
  const index = openIndex(texts, layers)
  if (index === undefined) return []
  const stepCount = splitting + index.entryCount
  return [{ by: criterion.name, stepCount, estimate: stepCount, open: () => index.walk }]
}
