import {
  type ReferenceDataInput,
  referenceDataLimits,
  sideSigns,
  type TableInput,
  weekdays,
} from '@tallystick/engine/rules'
import * as z from 'zod'
import { decimal, type SchemasOf } from './criterion.ts'
import { described } from './described.ts'
import { faultCountMax, wanted } from './fault-messages.ts'
import { pathOf } from './pointer.ts'
import { faultsOf } from './problem.ts'

/** The shape of the tables, rates and calendars of a policy, which rules refer to by name, and of its signs. */

type Input<Name extends keyof ReferenceDataInput> = NonNullable<ReferenceDataInput[Name]>
type Path = readonly (string | number)[]
type AddFault = (path: Path, code: string, detail: string) => void

const nameLengthMax = 64
const textLengthMax = 1_000

/** A schema whose value is the result of `read`. The value is used only when `read` adds no fault. */
const readBy = <Value>(read: (value: unknown, add: AddFault) => Value) =>
  z.unknown().transform((value, context): Value => {
    let count = 0
    return read(value, (path, code, detail) => {
      count += 1
      if (count <= faultCountMax)
        context.addIssue({ code: 'custom', path: [...path], message: detail, params: { code } })
    })
  })

/**
 * The members of an object. Adds a fault for a name of other than 1 to 64 characters. `z.record` would leave out a
 * member called `__proto__`.
 */
function membersOf(value: unknown, countMax: number, add: AddFault): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) {
    add([], 'invalid_type', wanted('an object')({ input: value }))
    return []
  }
  const members = Object.entries(value)
  if (members.length > countMax) add([], 'too_big', `Got ${members.length} members, wanted at most ${countMax}`)
  for (const [name] of members)
    if (name === '' || name.length > nameLengthMax)
      add([name], 'invalid_key', `Wanted a name of 1 to ${nameLengthMax} characters`)
  return members
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = { type: 'string', maxLength: textLengthMax } as const

const { tables: tableCountMax, tableEntries: tableEntryCountMax } = referenceDataLimits

export const tablesInput = readBy((value, add): Input<'tables'> => {
  const members = membersOf(value, tableCountMax, add)
  const entryCount = members.reduce(
    (sum, [, table]) => sum + (isObject(table) || Array.isArray(table) ? Object.keys(table).length : 0),
    0,
  )
  if (entryCount > tableEntryCountMax) {
    add([], 'too_big', `Got ${entryCount} entries in all, wanted at most ${tableEntryCountMax}`)
    return {}
  }
  return Object.fromEntries(members.map(([name, table]) => [name, readTable(table, name, add)]))
}).meta({
  type: 'object',
  additionalProperties: {
    anyOf: [
      { type: 'object', additionalProperties: text },
      { type: 'array', items: { type: 'array', items: text, minItems: 2, maxItems: 2 } },
    ],
  },
})

function readTable(table: unknown, name: string, add: AddFault): TableInput {
  if (Array.isArray(table)) return table.map((pair: unknown, index) => readPair(pair, [name, index], add))
  if (!isObject(table)) {
    add([name], 'invalid_type', wanted('{ key: value, … } or [[key, value], …]')({ input: table }))
    return {}
  }
  const entries = Object.entries(table)
  for (const [key, value] of entries) {
    const fault = keyFault(key) ?? textFault(value)
    if (fault !== undefined) add([name, key], fault.code, fault.detail)
  }
  return Object.fromEntries(entries)
}

function readPair(pair: unknown, path: Path, add: AddFault): readonly [string, string] {
  if (!Array.isArray(pair) || pair.length !== 2) {
    add(path, 'invalid_type', wanted('[key, value]')({ input: pair }))
    return ['', '']
  }
  const [key, value] = pair
  for (const [index, fault] of [textFault(key) ?? keyFault(key), textFault(value)].entries())
    if (fault !== undefined) add([...path, index], fault.code, fault.detail)
  return [key, value]
}

type TextFault = { readonly code: string; readonly detail: string } | undefined

const keyFault = (key: string): TextFault =>
  key === '' || key.length > textLengthMax
    ? { code: 'invalid_key', detail: `Wanted a key of 1 to ${textLengthMax} characters` }
    : undefined

function textFault(value: unknown): TextFault {
  if (typeof value !== 'string') return { code: 'invalid_type', detail: wanted('text')({ input: value }) }
  if (value.length <= textLengthMax) return undefined
  return { code: 'too_big', detail: `Got ${value.length} characters, wanted at most ${textLengthMax}` }
}

const currency = z.string().min(1).max(16)
const day = z.string().min(1).max(32)

const rate = z
  .strictObject({
    from: described(currency, 'The currency that is converted'),
    to: described(currency, 'The currency that it is converted into'),
    date: described(day, 'The day that the rate is of, as an ISO date'),
    rate: described(decimal, 'Units of `to` for one unit of `from`, above 0'),
    source: described(z.string().max(200).optional(), 'Who published it'),
  } satisfies SchemasOf<Input<'rates'>[number]>)
  .meta({
    id: 'Rate',
    description: 'An exchange rate of one day',
    example: { from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' },
  })

/**
 * Checks rates one by one and stops once enough faults are found: zod would make an issue, with its text, for every
 * rate.
 */
export const ratesInput = z
  .array(z.unknown())
  .max(referenceDataLimits.rates)
  .transform((elements, context): Input<'rates'> => {
    const rates: Input<'rates'>[number][] = []
    let faultCount = 0
    for (const [index, element] of elements.entries()) {
      const { data, error } = rate.safeParse(element)
      if (data !== undefined) rates.push(data)
      for (const { pointer = '', code, detail } of error ? faultsOf(error) : []) {
        faultCount += 1
        context.addIssue({ code: 'custom', path: [index, ...pathOf(pointer)], message: detail, params: { code } })
      }
      if (faultCount >= faultCountMax) break
    }
    return rates
  })
  .meta({ type: 'array', items: { $ref: '#/components/schemas/Rate' } })

const calendar = z
  .strictObject({
    weekend: described(z.array(z.enum(weekdays)).max(7).optional(), 'sat and sun when left out'),
    holidays: described(z.array(day).max(referenceDataLimits.holidays).optional(), 'ISO dates'),
  } satisfies SchemasOf<Input<'calendars'>[string]>)
  .meta({ id: 'Calendar', description: 'Which days are no business days' })

export const calendarsInput = readBy(
  (value, add): Input<'calendars'> =>
    Object.fromEntries(
      membersOf(value, referenceDataLimits.calendars, add).map(([name, member]) => {
        const { data = {}, error } = calendar.safeParse(member)
        for (const { pointer = '', code, detail } of error ? faultsOf(error) : [])
          add([name, ...pathOf(pointer)], code, detail)
        return [name, data]
      }),
    ),
).meta({ type: 'object', additionalProperties: { $ref: '#/components/schemas/Calendar' } })

const sideSign = z.enum(sideSigns)

export const signsInput = z
  .strictObject({
    source: described(sideSign.optional(), 'How rules see the amounts of the source; as-is when left out'),
    target: described(sideSign.optional(), 'How rules see the amounts of the target; as-is when left out'),
  } satisfies SchemasOf<Input<'signs'>>)
  .meta({
    id: 'Signs',
    description: 'Whether rules see the amounts of a side as they are, or with their signs changed',
    example: { target: 'turned' },
  })

/** Reference data as it is stored and shown. */
export const effectiveReferenceData = {
  tables: described(
    z.record(z.string(), z.record(z.string(), z.string())).optional(),
    'Tables by name, for the step lookup',
  ),
  rates: described(z.array(rate).optional(), 'Exchange rates'),
  calendars: described(z.record(z.string(), calendar).optional(), 'Calendars by name'),
  signs: described(signsInput.optional(), 'The signs of the sides, where one is turned'),
}
