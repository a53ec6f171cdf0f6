import { uint32At } from '../../base/at.ts'
import type { Pace, Slices } from '../../base/slices.ts'
import { type ComparedValue, isKey } from '../../rules/criteria/criterion-kind.ts'
import type { TextWork } from '../../rules/similarity/comparison-work.ts'
import { type Block, firstRow, firstRowsOf, type Node } from '../blocks/blocks.ts'
import type { CountedWalk } from '../blocks/pair-path.ts'
import { type BoundRule, isCostly } from '../state/bound-rule.ts'

export const meanSteps = (texts: readonly ComparedTexts[]): number =>
  texts.reduce((sum, { work, source, target }) => sum + work.stepsOfPair(mean(source), mean(target)), 0)

/**
 * Makes a function that counts the steps of comparing the texts of all pairs of a walk. Pairs that fail a cheaper
 * criterion take none.
 */
export function textStepCounter(
  rule: BoundRule,
  block: Block,
  texts: readonly ComparedTexts[],
): (walk: CountedWalk, pace: Pace) => Slices<number> {
  const cheap = rule.criteria.filter((bound) => !isKey(bound.criterion) && !isCostly(bound))
  const targetRows = firstRowsOf(block.target)
  return function* ({ walk, held, stepsOfSource }, pace) {
    const tested = cheap.filter((bound) => !held.includes(bound))
    let steps = 0
    for (const [source, node] of block.source.entries()) {
      const row = firstRow(node)
      let pairCount = 1
      walk(source, (target) => {
        pairCount += 1
        const targetRow = uint32At(targetRows, target)
        if (!tested.every((bound) => bound.verdict(row, targetRow) !== 'fails')) return
        for (const each of texts)
          steps += each.work.stepsOfPair(uint32At(each.source, source), uint32At(each.target, target))
      })
      if (pace.endsSlice(pairCount + stepsOfSource)) yield
    }
    return steps
  }
}

export const mostStepsOfPair = (texts: readonly ComparedTexts[]): number =>
  texts.reduce((sum, { work, source, target }) => sum + work.stepsOfPair(most(source), most(target)), 0)

export const textNames = ({ criteria }: BoundRule): string =>
  criteria
    .filter(isCostly)
    .map(({ criterion }) => criterion.name)
    .join(', ')

/** The lengths of the texts of a block that one criterion compares. */
export interface ComparedTexts {
  readonly work: TextWork
  readonly source: Uint32Array
  readonly target: Uint32Array
}

/** For each criterion that compares texts. O(texts). */
export function comparedTexts({ criteria }: BoundRule, { source, target }: Block): readonly ComparedTexts[] {
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

const total = (lengths: Uint32Array): number => lengths.reduce((sum, each) => sum + each, 0)

const most = (lengths: Uint32Array): number => lengths.reduce((longest, each) => Math.max(longest, each), 0)

const mean = (lengths: Uint32Array): number => Math.ceil(total(lengths) / Math.max(1, lengths.length))
