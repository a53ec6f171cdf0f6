import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRules } from '../../../functions/cli/reconcile/read-config.ts'
import { exampleRuleTexts } from '../../support/node/docs.ts'

describe('the examples of rules in docs/rules.md', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-examples-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are an example each of ten tasks', () => {
    expect([...exampleRuleTexts.keys()]).toEqual([
      'e2e',
      'payout-net',
      'gross-to-net',
      'invoice-subset',
      'store-day',
      'invoice-no',
      'discount',
      'exact-amount',
      'next-days',
      'exact',
      'cut-off',
    ])
  })

  it.each([...exampleRuleTexts])('that begin with %s are taken as they are pasted', async (id, text) => {
    const path = join(folder, `${id}.json`)
    writeFileSync(path, text)
    const read = await readRules(path)
    expect(read.ok && read.value.rules.map((rule) => rule.id)).toEqual(
      JSON.parse(text).map((rule: { readonly id: string }) => rule.id),
    )
  })
})
