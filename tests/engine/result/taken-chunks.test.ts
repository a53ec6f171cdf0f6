import { expect, it } from 'vitest'
import { reconcile } from '../../../engine/reconcile.ts'
import type { ResultChunk } from '../../../engine/result/artifact.ts'
import { policyOf, tableOf } from '../support/run.ts'
import { sha256 } from '../support/sha256.ts'

const records = (side: string) =>
  Array.from({ length: 50 }, (_, index) => ({ id: `${side}${index}`, amount: String(index % 40), currency: 'EUR' }))

it('hands on every chunk as it is made, and leaves out of the outcome those that are taken', () => {
  const policy = policyOf([{ match: [{ field: 'amount' }, { field: 'currency' }] }])
  const input = {
    source: { table: tableOf(records('s'), policy), root: '00' },
    target: { table: tableOf(records('t'), policy), root: '00' },
    policy,
    sha256,
    chunkBytesMax: 500,
  }
  const made: string[] = []
  const whole = reconcile(input)
  const outcome = reconcile({
    ...input,
    takeChunk(chunk) {
      made.push(chunk.text)
      return chunk.view === 'matches'
    },
  })
  const textsOf = (chunks: readonly ResultChunk[]) => chunks.map(({ text }) => text)
  expect(made).toEqual(textsOf(whole.chunks))
  expect(textsOf(outcome.chunks)).toEqual(textsOf(whole.chunks.filter(({ view }) => view !== 'matches')))
  expect(outcome.resultRoot).toBe(whole.resultRoot)
})
