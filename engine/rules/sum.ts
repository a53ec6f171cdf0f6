import { fieldType } from './field.ts'
import type { RuleFault, Sum, SumInput, Term, TermInput } from './language.ts'
import { decimalWanted, readDecimal, readTolerance } from './tolerance.ts'

/** The name of a sum in result lines, where fields have theirs. */
export const sumName = 'sum'

/** The effective sum of `input`, every default written out; its faults go to `faults`, with pointers below `pointer`. */
export function effectiveSum(input: SumInput, pointer: string, faults: RuleFault[]): Sum {
  const tolerance = input.tolerance === undefined ? undefined : readTolerance(input.tolerance)
  for (const { pointer: below, detail } of tolerance?.ok === false ? tolerance.faults : [])
    faults.push({ pointer: `${pointer}/tolerance${below}`, code: 'invalid_value', detail })
  const side = (terms: readonly (TermInput | undefined)[] | undefined, name: string): readonly Term[] =>
    (terms ?? [{ field: 'amount' }]).flatMap(
      (term, index) => (term && effectiveTerm(term, `${pointer}/${name}/${index}`, faults)) ?? [],
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

function effectiveTerm(input: TermInput, pointer: string, faults: RuleFault[]): Term | undefined {
  const before = faults.length
  const refuse = (member: string, code: string, detail: string): void => {
    faults.push({ pointer: `${pointer}${member}`, code, detail })
  }
  for (const member of ['field', 'of'] as const)
    checkAmount(input[member], (...fault) => refuse(`/${member}`, ...fault))
  for (const member of ['default', 'percent', 'fixed'] as const)
    if (input[member] !== undefined && readDecimal(input[member]) === undefined)
      refuse(
        `/${member}`,
        'invalid_value',
        `Got ${JSON.stringify(input[member])}, wanted ${decimalWanted(input[member])}`,
      )
  const term = termOf(input)
  if (term === undefined) refuse('', 'conflict', 'Wanted { field, times?, default? }, { percent, of } or { fixed }')
  return faults.length > before ? undefined : term
}

/** Tells what is wrong with a field that a term reads, if there is one. */
function checkAmount(field: string | undefined, refuse: (code: string, detail: string) => void): void {
  const type = field === undefined ? 'decimal' : fieldType(field)
  if (type === 'decimal' || type === 'attribute') return
  refuse(type ? 'conflict' : 'unknown_field', `Got ${JSON.stringify(field)}, wanted an amount or attributes.<path>`)
}

/** Undefined when the members do not go together; a decimal that cannot be read is 0, and has its fault already. */
function termOf(input: TermInput): Term | undefined {
  const { field, times = 1, percent, of, fixed } = input
  const decimal = (member: 'default' | 'percent' | 'fixed'): string => readDecimal(input[member]) ?? '0'
  const given = Object.entries(input).flatMap(([member, value]) => (value === undefined ? [] : [member]))
  const has = (...members: string[]): boolean => given.every((member) => members.includes(member))
  if (field !== undefined && has('field', 'times', 'default'))
    return { field, times, ...(input.default !== undefined && { default: decimal('default') }) }
  if (percent !== undefined && of !== undefined && has('percent', 'of')) return { percent: decimal('percent'), of }
  return fixed !== undefined && has('fixed') ? { fixed: decimal('fixed') } : undefined
}
