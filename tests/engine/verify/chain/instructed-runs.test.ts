import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../../engine/base/canonical.ts'
import { instructed, instructedTurned } from '../../support/instructed-cases.ts'
import { packOf, verifyPack } from '../../support/packed.ts'
import { failuresOf, seal, verifyStored } from '../../support/sealed.ts'

const replace = (part: string, by: string) => (lines: string[]) => {
  if (!lines.some((line) => line.includes(part))) throw new Error(`${part} is in no line`)
  return lines.map((line) => line.replace(part, by))
}
const failuresWith = async (result: (lines: string[]) => string[]) =>
  failuresOf(await verifyStored(await seal({ ...instructed, forge: { result } })))

describe('a run with instructions', () => {
  it.each([
    ['as it is', instructed],
    ['under turned signs', instructedTurned],
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
    const stored = await seal(instructed)
    const report = await verifyStored({ ...stored, instructions: change(stored.instructions ?? []) })
    expect(failuresOf(report).map((failure) => failure.split(':')[0])).toEqual(['completeness', 'receiptHash'])
  })

  it('fails where the instructions are missing', async () => {
    const { instructions: _, ...stored } = await seal(instructed)
    expect(failuresOf(await verifyStored(stored)).join()).toContain('no instruction asks for this match')
  })

  it('finds parts of other records, or in another order', async () => {
    const [{ parts }] = await seal(instructed).then(({ result }) => [
      JSON.parse(result[0]?.text.split('\n')[0] ?? '').source,
    ])
    const text = canonicalize(parts)
    const [part] = parts
    for (const changed of [
      [{ ...part, root: 'ab'.repeat(32) }],
      [{ ...part, count: part.count - 1 }],
      [part, { ...part, kind: 'opening', count: 0 }],
      [],
      [{ ...part, kind: 'another' }],
    ])
      expect((await failuresWith(replace(text, canonicalize(changed)))).join()).toContain(
        'The parts of the source in the result’s header are not what it was read from',
      )
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
