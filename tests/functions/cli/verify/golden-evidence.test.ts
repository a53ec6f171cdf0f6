import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runWords } from '../../../support/node/command.ts'
import { brokenIn } from '../../../support/node/pack.ts'
import { root } from '../../../support/node/step.ts'

/** Evidence that an earlier program wrote stays verifiable, and says which checks it cannot have. */

const golden = (name: string): string => join(root, 'tests/golden', name)
/** As the service published it. */
const key = 'orBcTkFJ+QGg/Rlvu9f9U8ZnaT0Pk7Zr22Vaa1lbiHQ='

const unproven = ['previousReceipt', 'logConsistency', 'anchor']

it.each([
  ['pack-1.zip', unproven],
  ['proof-1.json', ['logConsistency', 'anchor', 'lineNumber', 'policyHash', 'completeness', 'previousReceipt']],
  ['proof-1.txt', ['anchor', 'lineNumber', 'policyHash', 'completeness', 'previousReceipt', 'logConsistency']],
])('verifies %s of version 1 for ever', async (name, missing) => {
  const end = await runWords(['verify', golden(name), '--key', key])
  expect(end).toMatchObject({ code: 0, errors: '' })
  expect(brokenIn(end)).toEqual([])
  expect([...end.output.matchAll(/^(\w+) +not proven /gm)].map(([, check]) => check)).toEqual(missing)
})

it('lists what a pack of version 1 says of its run and no receipt binds', async () => {
  const { output } = await runWords(['verify', golden('pack-1.zip')])
  expect(output).toMatch(/^unproven: .*\n(?: {2}.*\n)* {2}name +"Golden"\n/m)
  expect(output).toMatch(/^ {2}source +\{"datasetId":/m)
})
