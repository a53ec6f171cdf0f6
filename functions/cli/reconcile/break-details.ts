import type { BreakLine, JsonValue } from '@tallystick/engine'
import { printable } from '../terminal.ts'
import { shortened } from './text-table.ts'

/**
 * What a break says beside its records, a line each, with its name below the names of the sides.
 *
 *     rule     keys fails at sum alone, needs tolerance 25
 *     listed   1 found, missing INV-00701 and INV-00799
 *     total    50
 *     work     5000000 by date, 4194304 at most
 */
export function detailLines({ failed, listed, total, work }: BreakLine): readonly string[] {
  const texts = {
    ...(failed && { rule: ruleText(failed) }),
    ...(listed && { listed: listedText(listed) }),
    ...(total !== undefined && { total }),
    ...(work && { work: `${work.needed} by ${printable(work.by)}, ${work.limit} at most` }),
  }
  return Object.entries(texts).map(([name, text]) => `${name.padEnd(labelWidth)}   ${text}`)
}

const labelWidth = 'source'.length

type FailedRule = NonNullable<BreakLine['failed']>

/** A field is said to fail where no other did. */
function ruleText({ rule, field, code, needs }: FailedRule): string {
  if (code !== undefined) return `${rule}: ${codeTexts[code]}`
  const failed = field === undefined ? rule : `${rule} fails at ${printable(field)} alone`
  return needs === undefined ? failed : `${failed}, needs ${membersText(needs)}`
}

const codeTexts: { readonly [code in NonNullable<FailedRule['code']>]: string } = {
  one_side_count: 'more than one record on a side that has one',
  no_rate: 'no rate to convert with',
}

/** `{"days":{"after":27,"before":0}}` → `days before 0 after 27`. */
const membersText = (members: NonNullable<FailedRule['needs']>): string =>
  Object.entries(members)
    .sort(([a], [b]) => Number(b === 'before') - Number(a === 'before'))
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(' ')

function valueText(value: JsonValue): string {
  if (typeof value === 'string') return printable(value)
  return isMembers(value) ? membersText(value) : JSON.stringify(value)
}

const isMembers = (value: JsonValue): value is NonNullable<FailedRule['needs']> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function listedText({ found, missing, taken }: NonNullable<BreakLine['listed']>): string {
  return [`${found.length} found`, ...namesText('missing', missing), ...namesText('taken', taken)].join(', ')
}

const nameCountMax = 3
const nameLengthMax = 34

function namesText(state: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, nameCountMax).map((name) => shortened(printable(name), nameLengthMax))
  const more = names.length - shown.length
  return [`${state} ${[...shown, ...(more > 0 ? [`${more} more`] : [])].join(' and ')}`]
}
