import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { idsOfSide, type SideTotal } from '../../../engine/result/line.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import { inForms } from '../../support/forms.ts'
import { casesOf, checkLaw, lawCases } from '../support/law.ts'
import { mirrorRules, readFrom } from '../support/mirror.ts'
import { policyOf, type Result, run } from '../support/run.ts'
import { smallCase } from '../support/small-world.ts'
import { withRests } from '../support/with-rests.ts'

const afterHeader = ({ text }: Result): string => text.slice(text.indexOf('\n'))

/** The order of the records, on which nothing may depend, is tried more often. */
const orderCases = casesOf({ short: 15, long: 10_000 })

it(inForms('writes the same lines after the header, whatever the order of the records', orderCases), () => {
  const shuffled = smallCase().chain(({ source, target, rules }) =>
    fc.record({
      given: fc.constant({ source, target, rules }),
      source: fc.shuffledSubarray([...source], { minLength: source.length }),
      target: fc.shuffledSubarray([...target], { minLength: target.length }),
    }),
  )
  checkLaw(
    fc.property(shuffled, ({ given, source, target }) => {
      expect(afterHeader(run({ ...given, source, target }))).toBe(afterHeader(run(given)))
    }),
    orderCases,
  )
})

it(inForms('is mirrored when sides and rules are', lawCases), () => {
  const unforced = smallCase().filter(({ rules }) =>
    // Of two amounts of one size and different signs, the source leaves the rest.
    rules.every(({ ambiguous, residual }) => ambiguous !== 'best' && residual === undefined),
  )
  checkLaw(
    fc.property(unforced, ({ source, target, rules }) => {
      const mirrored = run({ source: target, target: source, rules: mirrorRules(rules) })
      expect(readFrom('target', mirrored)).toEqual(readFrom('source', run({ source, target, rules })))
    }),
  )
})

it(inForms('puts every record in exactly one match, break, exclusion or netted line', lawCases), () => {
  checkLaw(
    fc.property(smallCase(), (given) => {
      const { matches, breaks, excluded, netted } = run(given)
      for (const name of ['source', 'target'] as const) {
        const placed = [...matches, ...breaks, ...excluded, ...netted].flatMap((line) => idsOfSide(line, name))
        const rests = matches.flatMap(({ residual }) => (residual?.side === name ? [residual.id] : []))
        expect(placed.sort()).toEqual([...given[name].map(({ id }) => id), ...rests].sort())
      }
    }),
  )
})

it(inForms('conserves the control totals of both sides in every currency', lawCases), () => {
  checkLaw(
    fc.property(smallCase(), (given) => {
      const result = run(given)
      for (const name of ['source', 'target'] as const)
        expect(inUnits(result.totals[name])).toEqual(sums(withRests(given[name], name, result.matches), name, result))
    }),
  )
})

it(
  inForms('explains the matched target by the matched source, the accepted differences and turned signs', lawCases),
  () => {
    checkLaw(
      fc.property(smallCase(), (given) => {
        const { source, target, accepted, turned } = run(given).totals
        const settled = (total?: SideTotal) => units(total?.matched ?? '0') + units(total?.netted ?? '0')
        for (const currency of new Set([...Object.keys(source), ...Object.keys(target)])) {
          const differences = Object.values(accepted[currency] ?? {}).reduce((sum, each) => sum + units(each), 0n)
          const explained = differences + units(turned?.[currency] ?? '0')
          expect(settled(source[currency]) + explained).toBe(settled(target[currency]))
        }
      }),
    )
  },
)

it(inForms('never changes the matches of a rule when another rule is appended', lawCases), () => {
  // A path that no rule has named yet would tell twins of every rule apart.
  const named = (rules: readonly RuleInput[]) => policyOf(rules).attributePaths
  const appendedTo = smallCase().chain((given) =>
    fc.record({
      given: fc.constant(given),
      appended: smallCase()
        .map(({ rules: [rule] }): RuleInput => ({ ...rule, id: 'appended' }))
        .filter((rule) => named([rule]).every((path) => named(given.rules).includes(path))),
    }),
  )
  checkLaw(
    fc.property(appendedTo, ({ given, appended }) => {
      const before = run(given)
      const after = run({ ...given, rules: [...given.rules, appended] })
      const ofEarlier = after.matches.filter(({ rule }) => rule !== 'appended')
      expect(ofEarlier).toEqual(before.matches)
    }),
  )
})

it(inForms('leaves every record open when the other side is empty', lawCases), () => {
  checkLaw(
    fc.property(smallCase(), ({ source }) => {
      const { matches, breaks } = run({ source, target: [], rules: [] })
      expect(matches).toEqual([])
      expect(breaks.map(({ reason }) => reason)).toEqual(source.map(() => 'missing_in_target'))
    }),
  )
})

/** Whole units of 10^-12, the least that an amount can have. */
function units(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.')
  return BigInt(`${whole}${fraction.padEnd(12, '0')}`)
}

const inUnits = (totals: { readonly [currency: string]: SideTotal }) =>
  Object.entries(totals).map(([currency, { count, total, matched, open, excluded, netted = '0' }]) => [
    currency,
    {
      count,
      total: units(total),
      matched: units(matched),
      open: units(open),
      excluded: units(excluded),
      netted: units(netted),
    },
  ])

function sums(records: readonly CanonicalRecord[], name: 'source' | 'target', { matches, excluded, netted }: Result) {
  const has = (lines: Parameters<typeof idsOfSide>[0][], { id }: CanonicalRecord) =>
    lines.some((line) => idsOfSide(line, name).includes(id))
  const currencies = [...new Set(records.map(({ currency }) => currency ?? 'XXX'))].sort()
  return currencies.map((code) => {
    const own = records.filter(({ currency }) => (currency ?? 'XXX') === code)
    const sum = (those: readonly CanonicalRecord[]) =>
      those.reduce((total, { amount, net, gross }) => total + units(amount ?? net ?? gross ?? '0'), 0n)
    const among = (lines: Parameters<typeof has>[0]) => own.filter((each) => has(lines, each))
    const [matched, out, net] = [among([...matches]), among([...excluded]), among([...netted])]
    const open = own.filter((each) => ![matched, out, net].some((gone) => gone.includes(each)))
    const parts = { matched: sum(matched), open: sum(open), excluded: sum(out), netted: sum(net) }
    return [code, { count: own.length, total: sum(own), ...parts }]
  })
}
