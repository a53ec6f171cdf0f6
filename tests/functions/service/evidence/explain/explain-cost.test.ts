import type { PolicyImpact } from '@tallystick/engine/explain'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { RuleInput } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import { inForms, isLong, sizeOf } from '../../../../support/forms.ts'
import { createTestApp } from '../../../../support/worker/client.ts'
import { explore, itemsOf, runOf } from '../../../../support/worker/explorer.ts'
import { makeReplay } from '../../../../support/worker/replays.ts'
import { manyRecords } from '../../../../support/worker/runs.ts'

/** `npm run bench` says how long the answers take. */

const sizes = { short: 1_001, long: 10_001 }
const recordsOfSide = sizeOf(sizes)

/** Of the ledger's records one in ten is off by a fee, and one in fifty has another reference. */
const booked = (record: CanonicalRecord, index: number): CanonicalRecord => ({
  ...record,
  ...(index % 10 === 1 && { amount: `${index + 1}.5` }),
  ...(index % 50 === 4 && { reference: `OTHER-${index}` }),
})

const rules: readonly RuleInput[] = [
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
  { id: 'fee', variance: 'fee', match: [{ field: 'reference' }, { field: 'amount', tolerance: '1' }] },
  { id: 'day', match: [{ field: 'amount' }, { field: 'date' }] },
]

async function makeLarge() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  const sides = { source: manyRecords(recordsOfSide), target: manyRecords(recordsOfSide, booked), rules }
  return { ...app, ...tenant, run: await runOf(tenant, sides) }
}

let made: ReturnType<typeof makeLarge> | undefined
const large = () => {
  made ??= makeLarge()
  return made
}

describe(inForms('a run of many records a side', sizes), () => {
  it.each([
    ['getExecutionGraph', 4],
    ['traceArtifactLineage?artifact=source:r900', 10],
    ['findPolicyImpact', 4],
    ['findPolicyImpact?rule=exact', 4],
  ])('is looked into by %s in at most %i round trips, and nothing is written', async (name, roundTripMax) => {
    const { client, run, recorder } = await large()
    recorder.reset()
    await explore(client, run, name)
    expect(recorder.roundTrips).toBeLessThanOrEqual(roundTripMax)
    expect(recorder.rowsWritten).toBe(0)
  })

  // The engine's own tests have the short form.
  it.runIf(isLong)('has a rule left out only when that is named, and says so', async () => {
    const { client, run } = await large()
    const all = await explore<PolicyImpact>(client, run, 'findPolicyImpact')
    expect(all.rules.map(({ withoutRule, note }) => [withoutRule, typeof note])).toEqual(
      rules.map(() => [null, 'string']),
    )
    const [named] = (await explore<PolicyImpact>(client, run, 'findPolicyImpact?rule=day')).rules
    expect(named?.fromRun).toEqual(all.rules[2]?.fromRun)
    expect(named?.withoutRule?.onlyThisRule.matches).toBe(named?.fromRun.matches)
    expect(named?.note).toBeUndefined()
  })

  it('is replayed under other rules with the differences that the two results have', async () => {
    const { client, run } = await large()
    const { run: child, replay } = await makeReplay(client, run, { rules: rules.slice(0, 2) })
    const lost = (run.summary?.matchCount ?? 0) - (child.summary?.matchCount ?? 0)
    expect(lost).toBeGreaterThan(0)
    expect(replay.differences?.noLongerMatched).toHaveLength(lost)
    expect(replay.differences).toMatchObject({ newlyMatched: [], rePaired: [], truncated: false })
    expect((await itemsOf(client, child, 'matches')).length).toBe(Math.min(1_000, child.summary?.matchCount ?? 0))
  })
})
