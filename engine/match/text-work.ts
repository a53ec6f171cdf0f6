import { isKey } from '../rules/compiled-policy.ts'
import type { ComparedValue } from '../rules/criteria/bound-criterion.ts'
import { comparedUnits, stepsOfPair, stepsPerUnitMax } from '../rules/similarity/comparison-work.ts'
import type { Similarity } from '../rules/similarity/similarity.ts'
import { type Block, firstRow, type Node } from './blocks.ts'
import { type BoundRule, isCostly } from './bound-rule.ts'
import { blockPairCountMax, countPairs, indexedOf, type Span, spansOf } from './spans.ts'
import { createWorkBudget } from './work-budget.ts'

/** What it costs to compare the texts of a rule's blocks, and which blocks that is too much for. */

/** Steps that one rule may take over its texts: seconds. Those of 4,000,000 pairs of texts of 134 characters. */
export const ruleStepCountMax = 2 ** 30

/** Blocks that cost no more are compared as they come: however many there are, their records bound their number. */
const quickStepCountMax = 2 ** 20

/** Taking a text apart for an index costs so much more a character than comparing it. */
const stepsPerIndexedUnit = 32

/** The blocks that a rule can compare, and the costliest where all would cost too much together. */
export interface Affordable {
  readonly within: readonly Block[]
  readonly beyond: readonly Block[]
}

/** Parts a rule's blocks by what comparing their texts costs. O(records), and O(pairs) where it may be too much. */
export function affordable(rule: BoundRule, blocks: readonly Block[]): Affordable {
  const texts = blocks.map((block) => ({ block, stepCountMax: mostSteps(textsOf(rule, block)) }))
  const isQuick = ({ stepCountMax }: { readonly stepCountMax: number }): boolean => stepCountMax <= quickStepCountMax
  const costly = texts.filter((each) => !isQuick(each))
  // What is alone is judged when it is compared.
  if (costly.length <= 1 || texts.reduce((sum, each) => sum + each.stepCountMax, 0) <= ruleStepCountMax)
    return { within: blocks, beyond: [] }
  const budget = createWorkBudget<Block>(ruleStepCountMax)
  const beyond = costly.flatMap(({ block }) => {
    const spans = isIndexable(rule, block) ? spansOf(openOf(rule), block) : undefined
    const isTooLarge = spans === undefined || countPairs(spans) > blockPairCountMax
    return isTooLarge ? [block] : budget.add(block, stepsOf(rule, block, spans))
  })
  return { within: [...texts.filter(isQuick).map(({ block }) => block), ...budget.held()], beyond }
}

/** The pairs of a block that a rule looks at, or undefined when they or their texts are too much for it. O(pairs). */
export function affordableSpans(rule: BoundRule, block: Block): readonly Span[] | undefined {
  if (!isIndexable(rule, block)) return undefined
  const spans = spansOf(openOf(rule), block)
  if (countPairs(spans) > blockPairCountMax) return undefined
  const isBounded = mostSteps(textsOf(rule, block)) <= ruleStepCountMax
  return isBounded || stepsOf(rule, block, spans) <= ruleStepCountMax ? spans : undefined
}

const openOf = ({ criteria }: BoundRule) => criteria.filter(({ criterion }) => !isKey(criterion))

/** The compared units of a block's texts under one criterion, by node; 0 where there is no text. */
interface Texts {
  readonly similarity: Similarity
  readonly source: Uint32Array
  readonly target: Uint32Array
}

function textsOf({ criteria }: BoundRule, { source, target }: Block): Texts[] {
  return criteria.flatMap(({ criterion: { similarity }, sourceValue, targetValue }) => {
    if (similarity === undefined) return []
    const units = (nodes: readonly Node[], valueAt: (row: number) => ComparedValue | undefined): Uint32Array =>
      Uint32Array.from(nodes, (node) => {
        const value = valueAt(firstRow(node))
        return typeof value === 'string' ? comparedUnits(similarity, value) : 0
      })
    return [{ similarity, source: units(source, sourceValue), target: units(target, targetValue) }]
  })
}

/** A bound of the steps of all pairs. */
const mostSteps = (texts: readonly Texts[]): number =>
  texts.reduce((sum, { similarity, source, target }) => {
    const units = target.length * total(source) + source.length * total(target)
    return sum + stepsPerUnitMax(similarity) * units
  }, 0)

const total = (lengths: Uint32Array): number => lengths.reduce((sum, each) => sum + each, 0)

/** Whether taking the texts apart for an index leaves room for anything else. */
function isIndexable(rule: BoundRule, block: Block): boolean {
  const indexed = indexedOf(openOf(rule), block)
  if (indexed === undefined) return true
  const units = [...indexed.source, ...indexed.target].reduce((sum, text) => sum + text.length, 0)
  return stepsPerIndexedUnit * units <= ruleStepCountMax
}

/** The steps of comparing the texts of a block's pairs, those aside that fail what costs less. */
function stepsOf(rule: BoundRule, block: Block, spans: readonly Span[]): number {
  const texts = textsOf(rule, block)
  const cheap = openOf(rule).filter((bound) => !isCostly(bound))
  let steps = 0
  for (const [source, { targets, start, end }] of spans.entries()) {
    const row = firstRow(block.source[source])
    for (let position = start; position < end; position++) {
      const target = targets[position] ?? 0
      const targetRow = firstRow(block.target[target])
      if (cheap.every((bound) => bound.verdict(row, targetRow) !== 'fails'))
        for (const each of texts)
          steps += stepsOfPair(each.similarity, each.source[source] ?? 0, each.target[target] ?? 0)
    }
  }
  return steps
}
