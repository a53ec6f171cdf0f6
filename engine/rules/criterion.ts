import type { CompiledCriterion } from './compiled-policy.ts'
import { comparedType, fieldType, fieldWanted } from './field.ts'
import type { Criterion, CriterionInput, NormalizeStep, RuleFault } from './language.ts'
import { extractMaskIsValid } from './normalize.ts'
import { basisPointsOf, readSimilarity } from './read-similarity.ts'
import { readTolerance } from './tolerance.ts'

/**
 * The effective criterion of `input`, every default written out, or undefined when it means nothing.
 * Its faults are added to `faults`, with pointers below `pointer`.
 */
export function effectiveCriterion(input: CriterionInput, pointer: string, faults: RuleFault[]): Criterion | undefined {
  const before = faults.length
  const refuse = (member: string, code: string, detail: string): void => {
    faults.push({ pointer: `${pointer}${member}`, code, detail })
  }
  const fields = readFields(input, refuse)
  const type = fields && readType(input, fields, refuse)
  const op = readOp(input, refuse)
  if (type !== undefined) checkMembers({ ...input, op }, type, refuse)
  const tolerance = input.tolerance === undefined ? undefined : readTolerance(input.tolerance)
  for (const { pointer: below, detail } of tolerance?.ok === false ? tolerance.faults : [])
    refuse(`/tolerance${below}`, 'invalid_value', detail)
  const similarity = input.similarity && readSimilarity(input.similarity, refuse)
  if (fields === undefined || type === undefined || faults.length > before) return undefined
  return {
    ...(fields.sourceField === fields.targetField ? { field: fields.sourceField } : fields),
    op,
    ...(tolerance?.ok && { tolerance: tolerance.tolerance }),
    ...(input.days !== undefined && { days: input.days }),
    ...(type === 'text' && { normalize: input.normalize ?? [] }),
    ...(similarity && { similarity }),
    ...(type === 'decimal' && { sign: input.sign ?? 'same' }),
    nulls: input.nulls ?? 'fail',
  }
}

/** The form of an effective criterion that the matcher walks. */
export function compileCriterion(criterion: Criterion): CompiledCriterion {
  const sourceField = criterion.field ?? criterion.sourceField ?? ''
  const targetField = criterion.field ?? criterion.targetField ?? ''
  const { days } = criterion
  return {
    name: sourceField === targetField ? sourceField : `${sourceField}/${targetField}`,
    sourceField,
    targetField,
    type: typeOf(criterion, sourceField, targetField) ?? 'text',
    op: criterion.op,
    nulls: criterion.nulls,
    sign: criterion.sign ?? 'same',
    normalize: criterion.normalize ?? [],
    ...(criterion.similarity && {
      similarity: { method: criterion.similarity.method, min: basisPointsOf(criterion.similarity.min) ?? 0 },
    }),
    ...(criterion.tolerance !== undefined && { tolerance: criterion.tolerance }),
    ...(days !== undefined && { days: typeof days === 'number' ? { before: days, after: days } : days }),
  }
}

type Refuse = (member: string, code: string, detail: string) => void

interface SideFields {
  readonly sourceField: string
  readonly targetField: string
}

function readFields(input: CriterionInput, refuse: Refuse): SideFields | undefined {
  const { field, sourceField, targetField } = input
  if (field !== undefined && (sourceField !== undefined || targetField !== undefined)) {
    refuse(
      '/field',
      'conflict',
      'Got field beside sourceField or targetField, wanted either field or both of the others',
    )
    return undefined
  }
  if (field !== undefined) return { sourceField: field, targetField: field }
  if (sourceField !== undefined && targetField !== undefined) return { sourceField, targetField }
  refuse('', 'required', 'Wanted field, or sourceField and targetField')
  return undefined
}

function readType(input: CriterionInput, { sourceField, targetField }: SideFields, refuse: Refuse) {
  const named: readonly [string, string][] =
    input.field === undefined
      ? [
          ['/sourceField', sourceField],
          ['/targetField', targetField],
        ]
      : [['/field', sourceField]]
  const unknown = named.filter(([, field]) => fieldType(field) === undefined)
  for (const [member, field] of unknown) {
    refuse(member, 'unknown_field', `Got ${JSON.stringify(field)}, wanted ${fieldWanted(field)}`)
  }
  if (unknown.length > 0) return undefined
  const type = typeOf(input, sourceField, targetField)
  if (type === undefined)
    refuse('', 'conflict', `${sourceField} and ${targetField} hold values that cannot be compared`)
  return type
}

/** A window says what two attributes are to be read as; otherwise the fields do. */
function typeOf(
  input: CriterionInput,
  sourceField: string,
  targetField: string,
): 'decimal' | 'date' | 'text' | undefined {
  const [source, target] = [fieldType(sourceField), fieldType(targetField)]
  if (source === undefined || target === undefined) return undefined
  if (source !== 'attribute' || target !== 'attribute') return comparedType(source, target)
  if (input.tolerance !== undefined || (input.sign !== undefined && input.days === undefined)) return 'decimal'
  return input.days === undefined ? 'text' : 'date'
}

function readOp(input: CriterionInput, refuse: Refuse): Criterion['op'] {
  const isWindow = input.tolerance !== undefined || input.days !== undefined
  const implied = isWindow ? 'near' : input.similarity ? 'similar' : 'equals'
  if (isWindow && input.similarity !== undefined)
    refuse('/similarity', 'conflict', 'Got similarity beside a tolerance or days: a field is text, an amount or a date')
  if (input.tolerance !== undefined && input.days !== undefined) {
    refuse('/days', 'conflict', 'Got tolerance and days, wanted one of them: a field is an amount or a date')
  }
  if (input.op === undefined || input.op === implied) return implied
  if (input.op === 'near') refuse('/op', 'conflict', 'Got near, wanted a tolerance or days with it')
  else if (input.op === 'similar') refuse('/op', 'conflict', 'Got similar, wanted a similarity with it')
  else if (implied === 'similar') refuse('/op', 'conflict', `Got ${input.op} beside a similarity, wanted similar`)
  else if (implied === 'near') refuse('/op', 'conflict', `Got ${input.op} beside a tolerance or days, wanted near`)
  return input.op
}

function checkMembers(input: CriterionInput, type: 'decimal' | 'date' | 'text', refuse: Refuse): void {
  if (input.tolerance !== undefined && type !== 'decimal')
    refuse('/tolerance', 'conflict', `A ${type} field has no tolerance`)
  if (input.days !== undefined && type !== 'date') refuse('/days', 'conflict', `A ${type} field has no days`)
  if (input.sign !== undefined && type !== 'decimal') refuse('/sign', 'conflict', `A ${type} field has no sign`)
  if (input.normalize !== undefined && type !== 'text')
    refuse('/normalize', 'conflict', `Only text is normalised, this is a ${type}`)
  if (input.op === 'contains' && type !== 'text')
    refuse('/op', 'conflict', `Only text contains text, this is a ${type}`)
  if (input.similarity !== undefined && type !== 'text')
    refuse('/similarity', 'conflict', `Only text is similar, this is a ${type}`)
  input.normalize?.forEach((step, index) => {
    const detail = stepFault(step)
    if (detail !== undefined) refuse(`/normalize/${index}`, 'invalid_value', detail)
  })
}

function stepFault(step: NormalizeStep): string | undefined {
  if (typeof step === 'string') return undefined
  if ('extract' in step) {
    return extractMaskIsValid(step.extract)
      ? undefined
      : 'Wanted a mask with at least one of # (digit), @ (letter) and ? (any)'
  }
  return step.strip.length > 0 && step.strip.every((word) => word.trim() !== '')
    ? undefined
    : 'Wanted words to strip, none of them blank'
}
