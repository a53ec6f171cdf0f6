import type { Side } from '../../record/side.ts'
import { fieldType } from '../language/field.ts'
import type { RuleFault, Sum, SumInput, Term, TermInput } from '../language/language.ts'
import { decimalWanted, readDecimal, readTolerance } from './tolerance.ts'

export const sumName = 'sum'

/** The sum with its defaults. Refused terms are left out; their faults are added to `faults`, below `pointer`. */
export function effectiveSum(input: SumInput, pointer: string, faults: RuleFault[]): Sum {
  const tolerance = input.tolerance === undefined ? undefined : readTolerance(input.tolerance)
  for (const { pointer: below, detail } of tolerance?.ok === false ? tolerance.faults : [])
    faults.push({ pointer: `${pointer}/tolerance${below}`, code: 'invalid_value', detail })
  const side = (name: Side, terms: readonly TermInput[] = [{ field: 'amount' }]): readonly Term[] =>
    terms.flatMap((term, index) => effectiveTerm(term, `${pointer}/${name}/${index}`, faults) ?? [])
  return {
    source: side('source', input.source),
    target: side('target', input.target),
    ...(tolerance?.ok && { tolerance: tolerance.tolerance }),
    sign: input.sign ?? 'same',
  }
}

export const fieldsOfSum = ({ source, target }: Sum): string[] =>
  [...source, ...target].flatMap((term) => ('field' in term ? [term.field] : 'percent' in term ? [term.of] : []))

function effectiveTerm(input: TermInput, pointer: string, faults: RuleFault[]): Term | undefined {
  const before = faults.length
  const refuse = (member: string, code: string, detail: string): void => {
    faults.push({ pointer: `${pointer}${member}`, code, detail })
  }
  for (const member of ['field', 'of'] as const) {
    const field = input[member]
    const type = field === undefined ? 'decimal' : fieldType(field)
    if (type === 'decimal' || type === 'attribute') continue
    const code = type === undefined ? 'unknown_field' : 'conflict'
    refuse(`/${member}`, code, `Got ${JSON.stringify(field)}, wanted an amount or attributes.<path>`)
  }
  const decimalOf = (member: 'default' | 'percent' | 'fixed'): string | undefined => {
    const written = input[member]
    const decimal = readDecimal(written)
    if (written !== undefined && decimal === undefined)
      refuse(`/${member}`, 'invalid_value', `Got ${JSON.stringify(written)}, wanted ${decimalWanted(written)}`)
    return decimal
  }
  const decimals = { default: decimalOf('default'), percent: decimalOf('percent'), fixed: decimalOf('fixed') }
  if (!isOneKind(input)) refuse('', 'conflict', 'Wanted { field, times?, default? }, { percent, of } or { fixed }')
  return faults.length > before ? undefined : termOf(input, decimals)
}

function isOneKind(input: TermInput): boolean {
  const members = Object.entries(input).flatMap(([member, value]) => (value === undefined ? [] : [member]))
  const has = (...needed: string[]): boolean => needed.every((member) => members.includes(member))
  const hasOnly = (...known: string[]): boolean => members.every((member) => known.includes(member))
  return (
    (has('field') && hasOnly('field', 'times', 'default')) ||
    (has('percent', 'of') && hasOnly('percent', 'of')) ||
    (has('fixed') && hasOnly('fixed'))
  )
}

function termOf(
  { field, times = 1, of }: TermInput,
  decimals: { readonly [Name in 'default' | 'percent' | 'fixed']: string | undefined },
): Term | undefined {
  if (field !== undefined) return { field, times, ...(decimals.default !== undefined && { default: decimals.default }) }
  if (decimals.percent !== undefined && of !== undefined) return { percent: decimals.percent, of }
  return decimals.fixed === undefined ? undefined : { fixed: decimals.fixed }
}
