import fc from 'fast-check'
import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import type { OracleCase } from './oracle-case.ts'

/** More records on both sides than one record looks at when it asks what it missed. */

const values = (reference: string) =>
  fc.record({
    amount: fc.option(
      fc.integer({ min: 990, max: 1_030 }).map((units) => `${units / 100}`),
      { nil: undefined, freq: 9 },
    ),
    date: fc.constantFrom('2026-03-01', '2026-03-02', '2026-03-05', undefined),
    reference: fc.oneof(
      { arbitrary: fc.constant(reference), weight: 15 },
      { arbitrary: fc.constant('INV-0007'), weight: 1 },
    ),
    counterparty: fc.constantFrom('Acme GmbH', 'Acme GmbH', 'Acme GmbH', 'ACME'),
  })

const side = (reference: string): fc.Arbitrary<CanonicalRecord[]> =>
  fc
    .array(values(reference), { minLength: 60, maxLength: 100, size: 'max' })
    .map((drawn) =>
      drawn.map(
        (each, index): CanonicalRecord => JSON.parse(JSON.stringify({ id: `r${(index * 37) % 101}`, ...each })),
      ),
    )

/** Most pairs miss only the reference, so that each block is large when it is left out. */
const rule = fc.constantFrom<RuleInput[]>(
  { ignoreAmount: true, match: [{ field: 'reference' }, { field: 'counterparty' }] },
  {
    ignoreAmount: true,
    match: [{ field: 'counterparty', normalize: ['upper', { strip: ['GMBH'] }] }, { field: 'reference' }],
  },
  { match: [{ field: 'reference' }, { field: 'counterparty' }, { field: 'amount', tolerance: '0.10' }] },
  { match: [{ field: 'reference' }, { field: 'date', days: 9 }, { field: 'amount', tolerance: 1, nulls: 'skip' }] },
)

/** Two sides of up to a hundred records that hardly match. */
export const crowdedCase: fc.Arbitrary<OracleCase> = fc
  .record({ source: side('INV-0008'), target: side('INV-0009'), rule })
  .map(({ rule, ...sides }) => ({ ...sides, rules: { form: 'rules', rules: [{ ...rule, ambiguous: 'defer' }] } }))
