import { fieldType } from './field.ts'
import type { CompiledCriterion } from './plan.ts'
import type { RuleFault, Sum, SumInput, Term, TermInput } from './rule.ts'
import { readDecimal, readTolerance } from './tolerance.ts'

/** The name of a sum in result lines, where fields have theirs. */
export const sumName = 'sum'

/** The effective sum of `input`, every default written out; its faults go to `faults`, with pointers below `pointer`. */
export function effectiveSum(input: SumInput, pointer: string, faults: RuleFault[]): Sum {
  const tolerance = input.tolerance === undefined ? undefined : readTolerance(input.tolerance)
  if (tolerance?.ok === false)
    faults.push({
      pointer: `${pointer}/tolerance${tolerance.pointer}`,
      code: 'invalid_value',
      detail: tolerance.detail,
    })
  const side = (terms: readonly TermInput[] | undefined, name: string): readonly Term[] =>
    (terms ?? [{ field: 'amount' }]).flatMap(
      (term, index) => effectiveTerm(term, `${pointer}/${name}/${index}`, faults) ?? [],
    )
  return {
    source: side(input.source, 'source'),
    target: side(input.target, 'target'),
    ...(tolerance?.ok && { tolerance: tolerance.tolerance }),
    sign: input.sign ?? 'same',
  }
}

/** Every field that a sum reads, on either side. */
export const fieldsOfSum = ({ source, target }: Sum): string[] =>
  [...source, ...target].flatMap((term) => ('field' in term ? [term.field] : 'percent' in term ? [term.of] : []))

/** A 1:1 sum is compared like an amount: the last one of its rule. */
export const criterionOfSum = (sum: Sum): CompiledCriterion => ({
  name: sumName,
  sourceField: '',
  targetField: '',
  type: 'decimal',
  op: sum.tolerance === undefined ? 'equals' : 'near',
  nulls: 'fail',
  sign: sum.sign,
  normalize: [],
  ...(sum.tolerance !== undefined && { tolerance: sum.tolerance }),
  sum,
})

function effectiveTerm(input: TermInput, pointer: string, faults: RuleFault[]): Term | undefined {
  const before = faults.length
  const decimal = (member: 'default' | 'percent' | 'fixed'): string => {
    const text = readDecimal(input[member])
    if (text === undefined)
      faults.push({
        pointer: `${pointer}/${member}`,
        code: 'invalid_value',
        detail: `Got ${JSON.stringify(input[member])}, wanted a decimal`,
      })
    return text ?? '0'
  }
  const amount = (member: 'field' | 'of'): string => {
    const field = input[member] ?? ''
    const type = fieldType(field)
    const detail = `Got ${JSON.stringify(field)}, wanted an amount or attributes.<path>`
    if (type !== 'decimal' && type !== 'attribute')
      faults.push({ pointer: `${pointer}/${member}`, code: type ? 'conflict' : 'unknown_field', detail })
    return field
  }
  const term = termOf(input, decimal, amount)
  if (term === undefined)
    faults.push({
      pointer,
      code: 'conflict',
      detail: 'Wanted { field, times?, default? }, { percent, of } or { fixed }',
    })
  return faults.length > before ? undefined : term
}

function termOf(
  input: TermInput,
  decimal: (member: 'default' | 'percent' | 'fixed') => string,
  amount: (member: 'field' | 'of') => string,
): Term | undefined {
  const given = Object.entries(input).flatMap(([member, value]) => (value === undefined ? [] : [member]))
  const has = (...members: string[]): boolean => given.every((member) => members.includes(member))
  if (input.field !== undefined && has('field', 'times', 'default')) {
    const rest = input.default === undefined ? {} : { default: decimal('default') }
    return { field: amount('field'), times: input.times ?? 1, ...rest }
  }
  if (input.percent !== undefined && input.of !== undefined && has('percent', 'of'))
    return { percent: decimal('percent'), of: amount('of') }
  return input.fixed !== undefined && has('fixed') ? { fixed: decimal('fixed') } : undefined
}
