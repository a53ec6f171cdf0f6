import { nearestHint } from '@tallystick/engine/base'
import * as z from 'zod'

/** The messages of faults, worded like those of the engine: what was got, and what was wanted. */

/** The most faults of one value that are reported. */
export const faultCountMax = 100

/** Sets the messages of every schema that has none of its own. */
export const configureMessages = (): void => {
  z.config({ customError: messageOf })
}

/** The message of a schema that wants `what`: `Got 7, wanted text`. */
export const wanted =
  (what: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    `${gotOf(input)}, wanted ${what}`

/** The message for a member that is not among `known`, with the known name that was most likely meant. */
export const unknownMember = (name: string, known: readonly string[]): string =>
  `There is no such member here${nearestHint(name, known)}`

/** One line for each unknown member, in their order; one line for any other fault. */
function messageOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return unknownMembers(issue)
  if (issue.code === 'invalid_type') return wanted(typeNames.get(issue.expected) ?? issue.expected)(issue)
  if (issue.code === 'invalid_value') return wanted(listOf(issue.values.map((value) => JSON.stringify(value))))(issue)
  if (issue.code === 'too_small') return `${sizeOf(issue)}, wanted at least ${counted(issue.minimum, issue.origin)}`
  if (issue.code === 'too_big') return `${sizeOf(issue)}, wanted at most ${counted(issue.maximum, issue.origin)}`
  return wanted('another value')(issue)
}

function unknownMembers({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : []
  return keys
    .slice(0, faultCountMax)
    .map((key) => unknownMember(key, known))
    .join('\n')
}

/** Longer text is not repeated in a message. */
const shownLengthMax = 40

function gotOf(value: unknown): string {
  if (value === undefined) return 'Missing'
  if (value === '') return 'Got an empty text'
  if (typeof value === 'string')
    return value.length > shownLengthMax ? `Got ${value.length} characters` : `Got ${JSON.stringify(value)}`
  if (Array.isArray(value)) return value.length === 0 ? 'Got an empty list' : 'Got a list'
  return typeof value === 'object' && value !== null ? 'Got an object' : `Got ${value}`
}

/** Names of zod's types; any other goes by zod's own name. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

/** `a`, `a or b`, `a, b or c`. */
function listOf(words: readonly string[]): string {
  const last = words.slice(-1).join()
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

const unitByOrigin: ReadonlyMap<string, string> = new Map([
  ['string', 'character'],
  ['array', 'element'],
])

function counted(bound: number | bigint, origin: string): string {
  const unit = unitByOrigin.get(origin)
  return unit === undefined ? String(bound) : `${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}

/** The length of a list or text; any other value as `gotOf` words it. */
function sizeOf({ input, origin }: { readonly input?: unknown; readonly origin: string }): string {
  if ((typeof input === 'string' || Array.isArray(input)) && input.length > 0)
    return `Got ${counted(input.length, origin)}`
  return gotOf(input)
}
