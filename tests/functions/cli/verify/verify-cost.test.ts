import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { CanonicalRecord } from '../../../../engine/index.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { type CommandEnd, createScratch } from '../../../support/node/command.ts'
import { zipped } from '../../../support/node/pack.ts'
import { root } from '../../../support/node/step.ts'

/** What the verifier takes of a machine, as the program that a shell starts. */

const scratch = createScratch()
afterAll(() => scratch.remove())

const linked = join(root, 'node_modules/.bin/tallystick')

it('verifies 20,000 records a side in a heap that their lines would not fit into', async () => {
  const path = await packOfMatches(20_000)
  const { code, errors } = await start(`"${linked}" verify "${path}"`, { NODE_OPTIONS: '--max-old-space-size=48' })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})

async function packOfMatches(count: number): Promise<string> {
  const rules = [{ id: 'ref', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] }]
  const [source, target] = ['s', 't'].map((side) => Array.from({ length: count }, (_, index) => recordOf(side, index)))
  const stored = await seal({ source: source ?? [], target: target ?? [], rules, chunkBytesMax: 256 * 1024 })
  return scratch.write(`${count}.zip`, zipped(packOf(stored)))
}

/** About two kilobytes. */
const recordOf = (side: string, index: number): CanonicalRecord => ({
  id: `${side}${index}`,
  amount: `${(index * 37) % 100_000}.${(index % 9) + 1}`,
  currency: 'EUR',
  date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
  reference: `INV-${index}`,
  description: `CARD PAYMENT ACME GmbH invoice ${index} `.repeat(50).trim(),
})

function start(command: string, environment: NodeJS.ProcessEnv = {}): Promise<CommandEnd> {
  const env = { ...process.env, ...environment }
  return new Promise((resolve) => {
    execFile('bash', ['-c', command], { cwd: root, env }, (error, output, errors) => {
      resolve({ code: Number(error?.code ?? 0), output, errors })
    })
  })
}
