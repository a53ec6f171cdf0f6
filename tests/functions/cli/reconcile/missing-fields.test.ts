import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

const header = 'id,date,amount,currency,reference'
const bank = scratch.write('bank.csv', `${header},endToEndId\ns1,2026-03-02,100,EUR,A,E-1\n`)
const ledger = scratch.write('ledger.csv', `${header},end_to_end_id\nt1,2026-03-02,100,EUR,A,E-1\n`)

async function reconcileBy(match: readonly object[], ...words: readonly string[]) {
  const rules = scratch.write('rules.json', JSON.stringify([{ id: 'e2e', match }]))
  return runWords(['reconcile', bank, ledger, '--rules', rules, ...words])
}

describe('a rule that reads a field which a file does not have', () => {
  const misspelt = [{ field: 'attributes.endToEndId' }]

  it('is told on standard error, with the nearest that the file has', async () => {
    const { code, output, errors } = await reconcileBy(misspelt)
    expect([code, errors]).toEqual([
      1,
      'tallystick: warning: Rule e2e reads attributes.endToEndId, which no record of target has; the nearest it has is attributes.end_to_end_id.\n',
    ])
    expect(output).not.toContain('which no record')
  })

  it('changes nothing of the result', async () => {
    const out = scratch.path('misspelt.ndjson')
    await reconcileBy(misspelt, '--out', out)
    const lines = readFileSync(out, 'utf8')
    expect(lines).not.toContain('which no record')
    expect(lines.split('\n').filter((line) => line.includes('"missing_in_'))).toHaveLength(2)
  })

  it('cannot move the cursor by the name of the field', async () => {
    const { errors } = await reconcileBy([{ field: 'amount' }, { field: 'attributes.\u001b[2J' }])
    expect(errors).toContain('reads attributes.\\u001b[2J, which no record of source has')
  })

  it('is silent once it reads what is there', async () => {
    const mended = [{ sourceField: 'attributes.endToEndId', targetField: 'attributes.end_to_end_id' }]
    expect(await reconcileBy(mended)).toMatchObject({ code: 0, errors: '' })
  })
})
