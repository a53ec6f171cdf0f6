import { z } from '@hono/zod-openapi'
import { nearestName } from '@tallystick/engine'

/** What is wrong with a value, in the words in which the engine says it too: what it got, and what it wanted. */

/** Faults of a value that are told at most. */
export const faultCountMax = 100

/** Makes every schema say its faults in these words, where it has none of its own. */
export const speakPlainly = (): void => {
  z.config({ customError: faultWords })
}

/** The message of a schema that wants `what`: `Got 7, wanted text`. */
export const wanted =
  (what: string) =>
  ({ input }: { readonly input?: unknown }): string =>
    `${gotOf(input)}, wanted ${what}`

/** That there is no member `name` among `known`, and which of them was most likely meant. */
export function unknownMember(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known)
  return `There is no such member here${nearest === undefined ? '' : `; the nearest is ${nearest}`}`
}

/** One line for each unknown member, in their order; one for any other fault. */
function faultWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'unrecognized_keys') return unknownMembers(issue)
  if (issue.code === 'invalid_type') return wanted(typeWords[issue.expected] ?? issue.expected)(issue)
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

/** Longer text is not said again. */
const shownLengthMax = 40

function gotOf(value: unknown): string {
  if (value === undefined) return 'Missing'
  if (value === '') return 'Got an empty text'
  if (typeof value === 'string')
    return value.length > shownLengthMax ? `Got ${value.length} characters` : `Got ${JSON.stringify(value)}`
  if (Array.isArray(value)) return value.length === 0 ? 'Got an empty list' : 'Got a list'
  return typeof value === 'object' && value !== null ? 'Got an object' : `Got ${value}`
}

const typeWords: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`
}

const unitsByOrigin: { readonly [origin: string]: string } = { string: 'character', array: 'element' }

function counted(bound: number | bigint, origin: string): string {
  const unit = unitsByOrigin[origin]
  return unit === undefined ? String(bound) : `${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
}

/** A list or text by its length, a number as it is. */
function sizeOf({ input, origin }: { readonly input?: unknown; readonly origin: string }): string {
  if ((typeof input === 'string' || Array.isArray(input)) && input.length > 0)
    return `Got ${counted(input.length, origin)}`
  return gotOf(input)
}
