import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { type SmallCase, smallCase } from '../../../engine/support/small-world.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp, type TestTenant } from '../../../support/worker/client.ts'
import { readChain } from '../../../support/worker/evidence.ts'
import { runOf } from '../../../support/worker/explorer.ts'
import { compareByHand, makeReplay } from '../../../support/worker/replays.ts'

const sizes = { short: 4, long: 1_000 }
const caseCount = sizeOf(sizes)
const seed = 20_260_301
/** An upload takes decimals of at most 18 significant digits, and no record without an amount. */
const isTaken = (given: SmallCase) =>
  !/"[0-9]{16}\.[0-9]{3}/.test(JSON.stringify(given)) &&
  [...given.source, ...given.target].every(({ amount, gross, net }) => (amount ?? gross ?? net) !== undefined)
const cases = fc.sample(smallCase().filter(isTaken), { numRuns: caseCount, seed })

/** Each case as a run, a few at once. */
async function forEachRun(work: (tenant: TestTenant, run: RunRecord, index: number) => Promise<void>): Promise<void> {
  const app = createTestApp()
  const waiting = [...cases.entries()]
  const workOff = async () => {
    const tenant = await app.newTenant()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, given] = next
      await work(tenant, await runOf(tenant, given), index)
    }
  }
  await Promise.all(Array.from({ length: 4 }, workOff))
}

const rulesOf = (index: number): SmallCase['rules'] => cases[index % caseCount]?.rules ?? []

describe(inForms('generated runs', sizes), () => {
  it('come to the same bytes when they are replayed, and all ten checks hold of each replay', async () => {
    let matchCount = 0
    await forEachRun(async ({ client }, run) => {
      const { run: child, replay } = await makeReplay(client, run)
      expect(replay).toMatchObject({ identical: true, expected: run.resultRoot, actual: child.resultRoot })
      const { checks, firstFailure } = await readChain(client, child.id)
      expect([checks.filter(({ passed }) => passed).length, firstFailure]).toEqual([10, null])
      matchCount += run.summary?.matchCount ?? 0
    })
    expect(matchCount).toBeGreaterThan(caseCount / 2)
  })

  it('differ under the rules of another as the two results do', async () => {
    let differenceCount = 0
    await forEachRun(async ({ client }, run, index) => {
      const { run: child, replay } = await makeReplay(client, run, { rules: rulesOf(index + 1) })
      const differences = await compareByHand(client, run, child)
      expect(replay.differences, `case ${index}`).toMatchObject({ ...differences, truncated: false })
      expect(replay.identical).toBe(run.resultRoot === child.resultRoot)
      differenceCount += Object.values(differences).flat().length
    })
    expect(differenceCount).toBeGreaterThan(caseCount / 2)
  })
})
