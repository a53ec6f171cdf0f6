import type { TextColumn } from '../../record/columns.ts'
import type { BySide } from '../../record/side.ts'
import type { Table } from '../../record/table.ts'
import type { Confidence, Criterion, NormalizeStep, ReferenceData } from '../language/language.ts'
import { maskIsValid, maskWanted } from '../text/mask.ts'
import { costOfNormalizing, stepsOfNormalizing } from '../text/normalize-work.ts'
import { isLookup } from '../text/table-lookup.ts'
import type { NormalizingSteps } from './comparison-answers.ts'
import {
  type Comparison,
  type CriterionKind,
  type CriterionMember,
  readsCurrency,
  type SideFields,
} from './criterion-kind.ts'
import { numberEqualTexts } from './equal-texts.ts'
import { type NormalizedTexts, normalizedTexts } from './normalized-texts.ts'
import { readOnce } from './read-once.ts'

const normalize: CriterionMember = {
  name: 'normalize',
  refusal: (type) => `Only text is normalised, this is a ${type}`,
  read(input, refuse) {
    const steps = input.normalize ?? []
    for (const [index, step] of steps.entries()) {
      const detail = stepFault(step)
      if (detail !== undefined) refuse(`/normalize/${index}`, 'invalid_value', detail)
      // A second lookup is refused: its table would have to be keyed by the values of the first.
      if (isLookup(step) && steps.slice(0, index).some(isLookup))
        refuse(`/normalize/${index}`, 'conflict', 'A text is looked up once: wanted one table for both')
    }
    return { normalize: steps.map(effectiveStep) }
  },
}

export const exactText: CriterionKind = {
  type: 'text',
  op: 'equals',
  members: [normalize],
  joinsGroups: true,
  identifies: true,
  compile: (criterion, fields, { tables }) => ({
    blocking: 'key',
    bind(source, target): Comparison<string> {
      const columns = { source: source.text(fields.sourceField), target: target.text(fields.targetField) }
      const numbering = () => numberEqualTexts({ ...columns, steps: criterion.normalize ?? [], tables })
      return { ...boundTexts({ criterion, fields, tables, source, target }), numbering }
    },
  }),
  showsFields: true,
  isNumeric: false,
  matchType: 'normalized',
  mismatch: (fields) => (readsCurrency(fields) ? 'currency_mismatch' : undefined),
}

interface TextSides {
  readonly criterion: Criterion
  readonly fields: SideFields
  readonly tables: ReferenceData['tables']
  readonly source: Table
  readonly target: Table
}

export function boundTexts({ criterion, fields, tables, source, target }: TextSides): Comparison<string> {
  const steps = criterion.normalize ?? []
  const [from, to] = [source.text(fields.sourceField), target.text(fields.targetField)]
  const compared = {
    holds: (left: string, right: string) => left === right,
    difference: () => 0,
    scale: 0,
    evidenceMax: evidenceAfter(steps),
  }
  if (steps.length === 0) {
    const present = { source: hasText(from), target: hasText(to) }
    return {
      ...compared,
      source: readOnce(from.rowCount, from.textAt),
      target: readOnce(to.rowCount, to.textAt),
      present,
    }
  }
  const texts = { source: normalizedTexts(from, steps, tables), target: normalizedTexts(to, steps, tables) }
  const normalizing = normalizingSteps({ from, to, steps, texts })
  return { ...compared, source: texts.source.textAt, target: texts.target.textAt, normalizing }
}

interface NormalizedSides {
  readonly from: TextColumn
  readonly to: TextColumn
  readonly steps: readonly NormalizeStep[]
  readonly texts: BySide<NormalizedTexts>
}

function normalizingSteps({ from, to, steps, texts }: NormalizedSides): NormalizingSteps {
  const byteCount = from.bytes.length + to.bytes.length
  return {
    source: (row) => stepsOfNormalizing(from.byteCountAt(row), steps),
    target: (row) => stepsOfNormalizing(to.byteCountAt(row), steps),
    most: stepsOfNormalizing(byteCount, steps),
    costOf: (side, row) => texts[side].costOf(row),
    countCost: (side, row) => texts[side].countCost(row),
    costMost: costOfNormalizing(byteCount, steps),
  }
}

const hasText =
  ({ byteCountAt }: TextColumn) =>
  (row: number): boolean =>
    byteCountAt(row) > 0

/** Steps that change how a text is typed, not what it says. */
const plainSteps = new Set<NormalizeStep>(['trim', 'collapse-space', 'upper'])

const evidenceAfter = (steps: readonly NormalizeStep[]): Confidence =>
  steps.every((step) => plainSteps.has(step)) ? 'exact' : 'high'

function effectiveStep(step: NormalizeStep): NormalizeStep {
  if (typeof step === 'string') return step
  if ('extract' in step) return { extract: step.extract, ...(step.take !== undefined && { take: step.take }) }
  return isLookup(step) ? { lookup: step.lookup, ...(step.otherwise && { otherwise: step.otherwise }) } : step
}

function stepFault(step: NormalizeStep): string | undefined {
  if (typeof step === 'string') return undefined
  if ('extract' in step) return maskIsValid(step.extract) ? undefined : maskWanted
  if ('remove' in step) return maskIsValid(step.remove) ? undefined : maskWanted
  if ('before' in step) return step.before === '' ? 'Wanted the text before which to keep a text' : undefined
  if ('after' in step) return step.after === '' ? 'Wanted the text after which to keep a text' : undefined
  if (!('strip' in step)) return undefined
  return step.strip.length > 0 && step.strip.every((word) => word.trim() !== '')
    ? undefined
    : 'Wanted words to strip, none of them blank'
}
