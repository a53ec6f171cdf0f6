import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../../engine/base/canonical.ts'
import { type InstructionLine, instructionKind } from '../../../../engine/close/instruction.ts'
import type { RuleInput } from '../../../../engine/rules/language/written-form.ts'
import { packOf, verifyPack } from '../../support/packed.ts'
import { failuresOf, type SealedCase, seal, verifyStored } from '../../support/sealed.ts'

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

const given: SealedCase = {
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
const turned: SealedCase = {
  ...given,
  target: given.target.map((record) => ({ ...record, amount: String(-Number(record.amount)) })),
  referenceData: { signs: { target: 'turned' } },
}

const replace = (part: string, by: string) => (lines: string[]) => {
  if (!lines.some((line) => line.includes(part))) throw new Error(`${part} is in no line`)
  return lines.map((line) => line.replace(part, by))
}
const failuresWith = async (result: (lines: string[]) => string[]) =>
  failuresOf(await verifyStored(await seal({ ...given, forge: { result } })))

describe('a run with instructions', () => {
  it.each([
    ['as it is', given],
    ['under turned signs', turned],
  ])('verifies %s, and so does its pack', async (_, each) => {
    const stored = await seal(each)
    const lines = stored.result.flatMap(({ text }) => text.trimEnd().split('\n'))
    expect(lines.filter((line) => line.includes('"rule":"decision"'))).toHaveLength(3)
    expect(failuresOf(await verifyStored(stored))).toEqual([])
    expect(await verifyPack(packOf(stored))).toMatchObject({ verified: true, firstFailure: null })
  })

  it.each([
    ['changed', (lines: readonly string[]) => lines.map((line) => line.replace('"fee"', '"tax"'))],
    ['left out', (lines: readonly string[]) => lines.slice(1)],
    ['put in another order', (lines: readonly string[]) => lines.toReversed()],
  ])('fails where an instruction is %s', async (_, change) => {
    const stored = await seal(given)
    const report = await verifyStored({ ...stored, instructions: change(stored.instructions ?? []) })
    expect(failuresOf(report).map((failure) => failure.split(':')[0])).toEqual(['completeness', 'receiptHash'])
  })

  it('fails where the instructions are missing', async () => {
    const { instructions: _, ...stored } = await seal(given)
    expect(failuresOf(await verifyStored(stored)).join()).toContain('no instruction asks for this match')
  })

  it('finds matches by hand that no instruction asks for, or that do not add up', async () => {
    expect((await failuresWith(replace('"decision":"dcn_1"', '"decision":"dcn_9"'))).join()).toContain(
      'no instruction asks for this match',
    )
    const residual = canonicalize({ residual: { amount: '2', id: 't1~1', side: 'target' } }).slice(1, -1)
    expect((await failuresWith(replace(residual, residual.replace('"2"', '"3"')))).join()).toContain('do not add up')
    expect((await failuresWith(replace(',"variance":"fx"', ''))).join()).toContain('do not add up')
    expect((await failuresWith(replace('"id":"t1~1"', '"id":"t5~1"'))).join()).toContain('is of no record')
  })
})
