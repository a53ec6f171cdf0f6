import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRules } from '../../../functions/cli/read-config.ts'
import { exampleRules, exampleRuleTexts } from '../../support/node/docs.ts'

describe('the examples of rules in docs/rules.md', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tallystick-examples-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are one for each of these tasks', () => {
    expect([...exampleRuleTexts.keys()]).toEqual([
      'reference',
      'e2e',
      'cut-off',
      'customer',
      'by-name',
      'gross-to-net',
      'discount',
      'exact-amount',
      'invoice-no',
      'abroad',
      'next-days',
      'exact',
      'payout-net',
      'store-day',
      'invoices',
      'invoice-subset',
      'deposit',
      'invoice',
      'voids',
    ])
  })

  it.each([...exampleRuleTexts])('that begin with %s are taken as they are pasted', async (id, text) => {
    const path = join(folder, `${id}.json`)
    writeFileSync(path, text)
    const read = await readRules(path)
    expect(read.ok && read.value.rules.map((rule) => rule.id)).toEqual(exampleRules(id).map((rule) => rule.id))
  })
})
