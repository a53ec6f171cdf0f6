import { at, uint32At } from '../base/at.ts'
import { type ComparedValue, isKey } from '../rules/criteria/criterion-kind.ts'
import type { TextWork } from '../rules/similarity/comparison-work.ts'
import { type Block, firstRow, type Node } from './blocks.ts'
import { type BoundRule, isCostly } from './bound-rule.ts'
import { blockPairCountMax, countPairs, indexedOf, type Span, spansOf } from './spans.ts'
import { createWorkBudget } from './work-budget.ts'

/** The cost of comparing the texts of a rule's blocks, and which blocks cost too much. */

/** Steps that one rule may take to compare texts, some seconds: as many as 4,000,000 pairs of 134 characters take. */
export const ruleStepCountMax = 2 ** 30

/** Blocks that cost no more are always compared: their number is bounded by their records. */
const quickStepCountMax = 2 ** 20

/** Splitting a text for an index costs so many times as much a character as comparing it. */
const stepsPerIndexedUnit = 32

/** The blocks that a rule can compare, and the costliest ones where all together cost too much. */
export interface Affordable {
  readonly within: readonly Block[]
  readonly beyond: readonly Block[]
}

/** Parts a rule's blocks by what comparing their texts costs. O(records), and O(pairs) where it may be too much. */
export function affordable(rule: BoundRule, blocks: readonly Block[]): Affordable {
  const texts = blocks.map((block) => ({ block, stepCountMax: mostSteps(textsOf(rule, block)) }))
  const isQuick = ({ stepCountMax }: { readonly stepCountMax: number }): boolean => stepCountMax <= quickStepCountMax
  const costly = texts.filter((each) => !isQuick(each))
  // A single costly block is measured when its pairs are listed.
  if (costly.length <= 1 || texts.reduce((sum, each) => sum + each.stepCountMax, 0) <= ruleStepCountMax)
    return { within: blocks, beyond: [] }
  const budget = createWorkBudget<Block>(ruleStepCountMax)
  const beyond = costly.flatMap(({ block }) => {
    const spans = isIndexable(rule, block) ? spansOf(openOf(rule), block) : undefined
    const isTooLarge = spans === undefined || countPairs(spans) > blockPairCountMax
    return isTooLarge ? [block] : budget.add(block, stepsOf(rule, block, spans))
  })
  return { within: [...texts.filter(isQuick).map(({ block }) => block), ...budget.affordable()], beyond }
}

/** The pairs of a block that a rule compares, or undefined when they or their texts cost too much. O(pairs). */
export function affordableSpans(rule: BoundRule, block: Block): readonly Span[] | undefined {
  if (!isIndexable(rule, block)) return undefined
  const spans = spansOf(openOf(rule), block)
  if (countPairs(spans) > blockPairCountMax) return undefined
  const isBounded = mostSteps(textsOf(rule, block)) <= ruleStepCountMax
  return isBounded || stepsOf(rule, block, spans) <= ruleStepCountMax ? spans : undefined
}

const openOf = ({ criteria }: BoundRule) => criteria.filter(({ criterion }) => !isKey(criterion))

/** The units of a block's texts under one criterion, by node; 0 where there is no text. */
interface Texts {
  readonly work: TextWork
  readonly source: Uint32Array
  readonly target: Uint32Array
}

function textsOf({ criteria }: BoundRule, { source, target }: Block): Texts[] {
  return criteria.flatMap(({ textWork: work, sourceValue, targetValue }) => {
    if (work === undefined) return []
    const units = (nodes: readonly Node[], valueAt: (row: number) => ComparedValue | undefined): Uint32Array =>
      Uint32Array.from(nodes, (node) => {
        const value = valueAt(firstRow(node))
        return typeof value === 'string' ? work.unitsOf(value) : 0
      })
    return [{ work, source: units(source, sourceValue), target: units(target, targetValue) }]
  })
}

/** An upper bound of the steps of all pairs. */
const mostSteps = (texts: readonly Texts[]): number =>
  texts.reduce((sum, { work, source, target }) => {
    const units = target.length * total(source) + source.length * total(target)
    return sum + work.stepsPerUnitMax * units
  }, 0)

const total = (lengths: Uint32Array): number => lengths.reduce((sum, each) => sum + each, 0)

/** Whether splitting the block's texts for an index stays within the steps of the rule. */
function isIndexable(rule: BoundRule, block: Block): boolean {
  const indexed = indexedOf(openOf(rule), block)
  if (indexed === undefined) return true
  const units = [...indexed.source, ...indexed.target].reduce((sum, text) => sum + text.length, 0)
  return stepsPerIndexedUnit * units <= ruleStepCountMax
}

/** The steps of comparing the texts of a block's pairs, without pairs that fail a cheaper criterion. */
function stepsOf(rule: BoundRule, block: Block, spans: readonly Span[]): number {
  const texts = textsOf(rule, block)
  const cheap = openOf(rule).filter((bound) => !isCostly(bound))
  let steps = 0
  for (const [source, { targets, start, end }] of spans.entries()) {
    const row = firstRow(block.source[source])
    for (let position = start; position < end; position++) {
      const target = at(targets, position)
      const targetRow = firstRow(block.target[target])
      if (cheap.every((bound) => bound.verdict(row, targetRow) !== 'fails'))
        for (const each of texts)
          steps += each.work.stepsOfPair(uint32At(each.source, source), uint32At(each.target, target))
    }
  }
  return steps
}
