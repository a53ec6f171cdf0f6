import { type InstructionLine, instructionKind } from '../../../engine/close/instruction.ts'
import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import type { SealedCase } from './sealed.ts'

const eur = (id: string, amount: string, reference: string, currency = 'EUR') => ({
  id,
  amount,
  currency,
  date: '2026-03-01',
  reference,
})
const rules: RuleInput[] = [
  { id: 'parts', residual: 'open', match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }] },
  { id: 'rest', match: [{ field: 'amount' }, { field: 'date' }] },
]

type Names = Parameters<NonNullable<SealedCase['instructions']>>[0]

const asked = (nameOf: Names): readonly InstructionLine[] => {
  const common = { kind: instructionKind } as const
  const match = (
    decision: string,
    ids: readonly [string, string],
    residual: { readonly is: 'open' | 'fx' },
  ): InstructionLine => ({
    ...{ ...common, decision, residual },
    match: [nameOf('source', ids[0]), nameOf('target', ids[1])],
  })
  return [
    match('dcn_1', ['s1', 't1'], { is: 'open' }),
    {
      ...common,
      decision: 'dcn_2',
      match: [nameOf('target', 't2')],
      residual: { is: 'accepted', label: 'fee', side: 'source' },
    },
    match('dcn_3', ['s3', 't3'], { is: 'fx' }),
    { ...common, decision: 'dcn_4', apart: [[nameOf('source', 's4')], [nameOf('target', 't4')]] },
  ]
}

/** Matches by hand that leave an open rest, an accepted one and an exchange, and a pair kept apart. */
export const instructed: SealedCase = {
  source: [
    eur('s1', '10', 'A'),
    eur('s2', '7', 'B'),
    eur('s3', '100', 'C', 'USD'),
    eur('s4', '5', 'D'),
    eur('s5', '60', 'I'),
  ],
  target: [eur('t1', '12', 'X'), eur('t2', '4', 'Y'), eur('t3', '90', 'Z'), eur('t4', '5', 'D'), eur('t5', '100', 'I')],
  rules,
  instructions: asked,
}
export const instructedTurned: SealedCase = {
  ...instructed,
  target: instructed.target.map((record) => ({ ...record, amount: String(-Number(record.amount)) })),
  referenceData: { signs: { target: 'turned' } },
}
