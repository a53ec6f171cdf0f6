import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import { compileRules } from '../../../engine/rules/compile.ts'
import type { CriterionInput, ReferenceDataInput, RuleInput } from '../../../engine/rules/language/written-form.ts'
import type { OracleCase } from './oracle-case.ts'

/** Records of few currencies, days and digits, and rules that convert, transpose and count by a calendar of the run. */

const ids = ['a', 'b', 'B', 'c10', 'c9']

/** Amounts of which some are the same money under some of the rates. */
const money = fc.oneof(
  fc.constantFrom(
    { amount: '100', currency: 'USD' },
    { amount: '100', currency: 'USD' },
    { amount: '92.15', currency: 'EUR' },
    { amount: '92.16', currency: 'EUR' },
    { amount: '-92.15', currency: 'EUR' },
    { amount: '14744', currency: 'JPY' },
  ),
  fc.record({
    amount: fc.constantFrom('100', '92.5', '12.3', '12.03', '13.2', '0.05', undefined),
    currency: fc.constantFrom('EUR', 'USD', 'BHD', undefined),
  }),
)

const record = fc
  .record({
    money,
    net: fc.constantFrom('100', '92.15', '12.3', undefined),
    date: fc.constantFrom('2026-03-01', '2026-03-01', '2026-03-02', '2026-03-04', '2025-12-31', undefined),
    reference: fc.constantFrom('R', 'R', 'R', 'Q'),
    attributes: fc.constantFrom({ units: '100', paid: '92.15' }, { units: '100.5', paid: '12.3' }),
  })
  .map(({ money, ...rest }) => ({ ...money, ...rest }))

const side: fc.Arbitrary<CanonicalRecord[]> = fc
  .shuffledSubarray(ids, { minLength: 1 })
  .chain((chosen) =>
    fc
      .array(record, { minLength: chosen.length, maxLength: chosen.length })
      .map((drawn) => chosen.map((id, index): CanonicalRecord => JSON.parse(JSON.stringify({ id, ...drawn[index] })))),
  )

const rate = fc.record({
  pair: fc.constantFrom(
    ['USD', 'EUR'],
    ['USD', 'EUR'],
    ['USD', 'EUR'],
    ['EUR', 'USD'],
    ['EUR', 'USD'],
    ['JPY', 'EUR'],
    ['EUR', 'BHD'],
    ['USD', 'JPY'],
  ),
  date: fc.constantFrom('2026-02-26', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'),
  rate: fc.constantFrom('0.9215', '0.9216', '1.085', '0.00625', 2, '149.995', '1'),
})

const rates: fc.Arbitrary<NonNullable<ReferenceDataInput['rates']>> = fc
  .uniqueArray(rate, { minLength: 3, maxLength: 8, selector: ({ pair, date }) => `${pair}${date}` })
  .map((all) => all.map(({ pair: [from = '', to = ''], ...rest }) => ({ from, to, ...rest })))

const tolerance = fc.constantFrom<CriterionInput['tolerance'][]>(undefined, undefined, '0.5', '1%', {
  from: '-2%',
  to: 0,
})
const sign = fc.constantFrom<CriterionInput['sign'][]>(undefined, undefined, undefined, 'opposite', 'absolute')

const amounts: fc.Arbitrary<CriterionInput> = fc.record({
  field: fc.constantFrom('amount', 'amount', 'net'),
  tolerance,
  sign,
  nulls: fc.constantFrom<CriterionInput['nulls'][]>(undefined, 'skip', 'match'),
})

const convertRule: fc.Arbitrary<RuleInput> = fc.record({
  convert: fc.record({
    to: fc.constantFrom('EUR', 'EUR', 'JPY', 'BHD', 'source', 'target'),
    maxAgeDays: fc.constantFrom(undefined, 0, 1, 5, 5, 5),
  }),
  match: fc
    .tuple(
      fc.constantFrom<CriterionInput[]>({ field: 'reference' }, { field: 'date', days: 2 }),
      fc.option(amounts, { nil: undefined, freq: 4 }),
      fc.constantFrom<(CriterionInput | undefined)[]>(
        undefined,
        { field: 'attributes.units', tolerance: '1' },
        { sourceField: 'net', targetField: 'attributes.paid', tolerance: '10%' },
      ),
    )
    .map((each) => each.filter((criterion) => criterion !== undefined)),
  sum: fc.constantFrom<RuleInput['sum'][]>(
    undefined,
    undefined,
    undefined,
    { source: [{ field: 'amount' }, { percent: '1', of: 'amount' }], tolerance: '5%' },
    { target: [{ field: 'net', default: '100' }], sign: 'opposite' },
  ),
  variance: fc.constantFrom<RuleInput['variance'][]>(undefined, 'fx'),
  ambiguous: fc.constantFrom<RuleInput['ambiguous'][]>('review', 'best', 'defer'),
})

const transposedRule: fc.Arbitrary<RuleInput> = fc.record({
  match: fc.tuple(
    fc.constantFrom<CriterionInput[]>({ field: 'reference' }, { field: 'date', days: 3 }),
    fc.record({
      op: fc.constant<CriterionInput['op']>('transposed'),
      field: fc.constantFrom('amount', 'amount', 'attributes.paid'),
      sign,
    }),
  ),
  crossCurrency: fc.constantFrom(true, false),
})

const calendarRule: fc.Arbitrary<RuleInput> = fc.record({
  match: fc.tuple(
    fc.constantFrom<CriterionInput[]>({ field: 'reference' }, { field: 'reference', nulls: 'match' }),
    fc.record({
      field: fc.constant('date'),
      businessDays: fc.constantFrom(0, 1, { before: 0, after: 2 }, { from: 1, to: 2 }),
      calendar: fc.constantFrom('own', 'own', 'target'),
      nulls: fc.constantFrom<CriterionInput['nulls'][]>(undefined, 'skip', 'match'),
    }),
  ),
  ignoreAmount: fc.constantFrom(true, false),
  crossCurrency: fc.constantFrom(true, false),
})

/** A calendar that knows one year, and may have a week of its own. */
const calendar = fc.record({
  weekend: fc.constantFrom<NonNullable<ReferenceDataInput['calendars']>[string]['weekend'][]>(
    undefined,
    ['sun'],
    ['sat', 'fri'],
    [],
  ),
  holidays: fc.constantFrom(['2026-03-02'], ['2026-03-03', '2026-01-01'], ['2025-01-01', '2026-03-02']),
})

/** Members that are not given are not there at all, as in JSON. */
const withoutAbsent = <Members>(members: Members): Members => JSON.parse(JSON.stringify(members))

/** Cases with rates and a calendar beside the rules. */
export const moneyCase: fc.Arbitrary<OracleCase> = fc
  .record({
    source: side,
    target: side,
    rules: fc.array(
      fc.oneof(
        { arbitrary: convertRule, weight: 4 },
        { arbitrary: transposedRule, weight: 1 },
        { arbitrary: calendarRule, weight: 1 },
      ),
      { minLength: 1, maxLength: 2 },
    ),
    rates,
    calendar,
  })
  .map(({ source, target, rules, rates, calendar }): OracleCase => {
    const referenceData = withoutAbsent({ rates, calendars: { own: calendar } })
    return { source, target, rules: { form: 'rules', rules: withoutAbsent(rules), referenceData } }
  })
  .filter(({ rules }) => compileRules(rules).ok)
