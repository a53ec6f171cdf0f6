import { canonicalize, type JsonValue } from '../../../engine/base/canonical.ts'
import type { RuleSetInput } from '../../../engine/rules/language/written-form.ts'
import { effectiveRules } from './effective.ts'
import { readFraction, writeFraction, zero } from './fraction.ts'
import { tablesOf } from './tables.ts'

/** The text that a policy's hash is of: `{ calendars, rates, rules, tables }` without what is empty, or just the rules. */
export function policyText(input: RuleSetInput): string {
  const rules = plain(effectiveRules(input))
  const { calendars = {}, rates = [] } = input.referenceData ?? {}
  const rest = [
    ['calendars', Object.fromEntries(Object.entries(calendars).map(([name, each]) => [name, effectiveCalendar(each)]))],
    ['rates', rates.map((each) => ({ ...each, rate: decimal(each.rate) })).sort(byPairAndDate)],
    ['tables', tablesOf(input.referenceData ?? {})],
  ] as const
  const given = rest.filter(([, members]) => Object.keys(members).length > 0)
  return canonicalize(given.length === 0 ? rules : plain({ rules, ...Object.fromEntries(given) }))
}

type References = NonNullable<RuleSetInput['referenceData']>
type CalendarInput = NonNullable<References['calendars']>[string]
type RateInput = NonNullable<References['rates']>[number]

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Days from Monday on, and holidays in order. */
const effectiveCalendar = ({ weekend = ['sat', 'sun'], holidays = [] }: CalendarInput) => ({
  weekend: [...weekend].sort((a, b) => week.indexOf(a) - week.indexOf(b)),
  holidays: [...holidays].sort(),
})

const decimal = (value: string | number): string => writeFraction(readFraction(String(value)) ?? zero)

const byPairAndDate = (a: RateInput, b: RateInput): number => {
  const [own, other] = [a, b].map(({ from, to, date }) => [from, to, date].join())
  return (own ?? '') < (other ?? '') ? -1 : 1
}

/** As JSON, in which a member that is undefined is none. */
const plain = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value))
