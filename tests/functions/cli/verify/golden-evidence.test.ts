import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runWords } from '../../../support/node/command.ts'
import { brokenIn } from '../../../support/node/pack.ts'
import { root } from '../../../support/node/step.ts'

/** Evidence that an earlier program wrote stays verifiable, and says which checks it cannot have. */

const golden = (name: string): string => join(root, 'tests/golden', name)
/** As the service published it. */
const key = 'orBcTkFJ+QGg/Rlvu9f9U8ZnaT0Pk7Zr22Vaa1lbiHQ='

it.each(['pack-1.zip', 'proof-1.json', 'proof-1.txt'])('verifies %s of version 1 for ever', async (name) => {
  const end = await runWords(['verify', golden(name), '--key', key])
  expect(end).toMatchObject({ code: 0, errors: '' })
  expect(brokenIn(end)).toEqual([])
})
