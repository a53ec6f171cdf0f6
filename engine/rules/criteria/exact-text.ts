import type { Table } from '../../record/table.ts'
import type { Confidence, Criterion, NormalizeStep } from '../language.ts'
import { extractMaskIsValid, normalizeText } from '../normalize.ts'
import { stepsOfNormalizing } from '../normalize-work.ts'
import {
  type Comparison,
  type CriterionKind,
  type CriterionMember,
  type NormalizingSteps,
  readsCurrency,
  type SideFields,
} from './criterion-kind.ts'
import { readOnce } from './read-once.ts'

const normalize: CriterionMember = {
  name: 'normalize',
  refusal: (type) => `Only text is normalised, this is a ${type}`,
  read(input, refuse) {
    for (const [index, step] of (input.normalize ?? []).entries()) {
      const detail = stepFault(step)
      if (detail !== undefined) refuse(`/normalize/${index}`, 'invalid_value', detail)
    }
    return { normalize: input.normalize ?? [] }
  },
}

/** Texts that are equal after normalising. */
export const exactText: CriterionKind = {
  type: 'text',
  op: 'equals',
  members: [normalize],
  joinsGroups: true,
  compile: (criterion, fields) => ({
    blocking: 'key',
    bind: (source, target) => boundTexts({ criterion, fields, source, target }),
  }),
  showsFields: true,
  isNumeric: false,
  matchType: 'normalized',
  mismatch: (fields) => (readsCurrency(fields) ? 'currency_mismatch' : undefined),
}

interface TextSides {
  readonly criterion: Criterion
  readonly fields: SideFields
  readonly source: Table
  readonly target: Table
}

/** Two columns of texts after normalising, compared for equality: the start of every comparison of texts. */
export function boundTexts({ criterion, fields, source, target }: TextSides): Comparison<string> {
  const steps = criterion.normalize ?? []
  return {
    source: textValues(source, fields.sourceField, steps),
    target: textValues(target, fields.targetField, steps),
    holds: (left, right) => left === right,
    difference: () => 0,
    scale: 0,
    evidenceMax: evidenceAfter(steps),
    ...(steps.length > 0 && { normalizing: normalizingSteps({ criterion, fields, source, target }) }),
  }
}

function normalizingSteps({ criterion: { normalize = [] }, fields, source, target }: TextSides): NormalizingSteps {
  const [from, to] = [source.text(fields.sourceField), target.text(fields.targetField)]
  return {
    source: (row) => stepsOfNormalizing(from.byteCountAt(row), normalize),
    target: (row) => stepsOfNormalizing(to.byteCountAt(row), normalize),
    most: stepsOfNormalizing(from.bytes.length + to.bytes.length, normalize),
  }
}

function textValues(table: Table, field: string, steps: readonly NormalizeStep[]): (row: number) => string | undefined {
  const column = table.text(field)
  return readOnce(table.rowCount, (row) => {
    const text = column.textAt(row)
    return text === undefined || steps.length === 0 ? text : normalizeText(text, steps)
  })
}

/** Steps that change how a text is typed, not what it says. */
const plainSteps = new Set<NormalizeStep>(['trim', 'collapse-space', 'upper'])

const evidenceAfter = (steps: readonly NormalizeStep[]): Confidence =>
  steps.every((step) => plainSteps.has(step)) ? 'exact' : 'high'

function stepFault(step: NormalizeStep): string | undefined {
  if (typeof step === 'string') return undefined
  if ('extract' in step) {
    return extractMaskIsValid(step.extract)
      ? undefined
      : 'Wanted a mask with at least one of # (digit), @ (letter) and ? (any)'
  }
  if (!('strip' in step)) return undefined
  return step.strip.length > 0 && step.strip.every((word) => word.trim() !== '')
    ? undefined
    : 'Wanted words to strip, none of them blank'
}
