import type { PolicyImpact } from '@tallystick/engine/explain'
import { describe, expect, it } from 'vitest'
import type { ResultBreak, ResultMatch } from '../../../../../schema/result-item.ts'
import type { RunRecord } from '../../../../../schema/run.ts'
import { type Client, createTestApp } from '../../../../support/worker/client.ts'
import { sealedRun } from '../../../../support/worker/evidence.ts'
import {
  expectRefusals,
  explore,
  explorerPath,
  itemsOf,
  runOf,
  sidesOfItem,
} from '../../../../support/worker/explorer.ts'
import { problemOf, settableClock } from '../../../../support/worker/readers.ts'
import { makeRun } from '../../../../support/worker/runs.ts'
import { variedCase } from '../../../../support/worker/varied-case.ts'

const name = 'findPolicyImpact'

/** A run with matches, groups, suggestions, ties, exclusions and breaks. */
async function variedRun() {
  const app = createTestApp()
  const tenant = await app.newTenant()
  return { ...app, ...tenant, run: await runOf(tenant, variedCase) }
}

/** One of each that tests only read: once for all of them. */
let variedOnce: ReturnType<typeof variedRun> | undefined
const varied = () => {
  variedOnce ??= variedRun()
  return variedOnce
}
let sealedOnce: ReturnType<typeof sealedRun> | undefined
const sealed = () => {
  sealedOnce ??= sealedRun()
  return sealedOnce
}

/** The same run once more, with one of its rules disabled. */
const runWithout = (client: Client, run: RunRecord, rule: string) =>
  makeRun(client, {
    sourceAdapter: run.sourceAdapter,
    targetAdapter: run.targetAdapter,
    rules: run.rules.map((each) => (each.id === rule ? { ...each, enabled: false } : each)),
  })

const keyOf = (item: ResultMatch | ResultBreak): string => JSON.stringify(sidesOfItem(item))

/** The records of an item, as `source:s1`. */
function recordsOf(item: ResultMatch | ResultBreak): string[] {
  const { source, target } = sidesOfItem(item)
  return [...source.map((id) => `source:${id}`), ...target.map((id) => `target:${id}`)]
}

/** Each record that is in a break, with the reason. */
const brokenIn = (breaks: readonly ResultBreak[]): ReadonlyMap<string, string> =>
  new Map(breaks.flatMap((item) => recordsOf(item).map((each) => [each, item.reason] as const)))

/** The rules that take over the matches of `rule`, and the records that would break, from a run without the rule. */
async function reallyWithout(client: Client, run: RunRecord, rule: string) {
  const other = await runWithout(client, run, rule)
  const [before, after] = [await itemsOf(client, run, 'matches'), await itemsOf(client, other, 'matches')]
  const own = before.filter(({ rule_id }) => rule_id === rule)
  const makers = new Map(after.map((item) => [keyOf(item), item.rule_id]))
  const matched = new Set(before.flatMap(recordsOf))
  const was = brokenIn(await itemsOf(client, run, 'breaks'))
  const is = brokenIn(await itemsOf(client, other, 'breaks'))
  return {
    onlyThisRule: own.filter((item) => !makers.has(keyOf(item))).map(({ id }) => id),
    takenOver: own.flatMap((item) => {
      const maker = makers.get(keyOf(item))
      return maker === undefined ? [] : [`${maker} ${item.id}`]
    }),
    wouldBreak: [...is].filter(([record]) => !was.has(record)).map(([record, reason]) => `${record} ${reason}`),
    wouldMatch: after.flatMap(recordsOf).filter((record) => !matched.has(record)).length,
  }
}

describe('findPolicyImpact', () => {
  it('says of each rule what comes of really running without it', async () => {
    const { client, run } = await varied()
    const { rules, truncated } = await explore<PolicyImpact>(client, run, name)
    expect(rules.map(({ id }) => id)).toEqual(run.rules.map(({ id }) => id))
    expect(truncated).toBe(false)
    let [only, taken] = [0, 0]
    for (const { id, withoutRule } of rules) {
      const real = await reallyWithout(client, run, id)
      expect(
        {
          onlyThisRule: withoutRule?.onlyThisRule.ids,
          takenOver: withoutRule?.takenOver.flatMap(({ rule, ids }) => ids.map((each) => `${rule} ${each}`)).sort(),
          wouldBreak: withoutRule?.wouldBreak.records.map((each) => `${each.side}:${each.id} ${each.reason}`).sort(),
          wouldMatch: withoutRule?.wouldMatch.count,
        },
        id,
      ).toEqual({ ...real, takenOver: real.takenOver.sort(), wouldBreak: real.wouldBreak.sort() })
      only += real.onlyThisRule.length
      taken += real.takenOver.length
    }
    expect([only > 0, taken > 0]).toEqual([true, true])
  })

  it('says what each rule carried in the run itself', async () => {
    const { client, run } = await varied()
    const { rules } = await explore<PolicyImpact>(client, run, name)
    const matches = await itemsOf(client, run, 'matches')
    for (const { id, fromRun } of rules) {
      const own = matches.filter(({ rule_id }) => rule_id === id)
      expect(fromRun.matches, id).toBe(own.length)
      for (const level of ['exact', 'high', 'medium', 'low'] as const)
        expect(fromRun.confidence[level], `${id} ${level}`).toBe(own.filter((item) => item.confidence === level).length)
    }
    const byId = new Map(rules.map((rule) => [rule.id, rule.fromRun]))
    expect(byId.get('opening')).toMatchObject({ excluded: 1, matches: 0, value: {} })
    expect(byId.get('invoice')).toMatchObject({ candidates: 2, value: { EUR: '108' } })
  })

  it('says the same of a rule that is named, and nothing of the others', async () => {
    const { client, run } = await varied()
    const { rules } = await explore<PolicyImpact>(client, run, name)
    const named = await explore<PolicyImpact>(client, run, `${name}?rule=payout`)
    expect(named.rules).toEqual(rules.filter(({ id }) => id === 'payout'))
    expect(named.rules).toHaveLength(1)
  })

  it('says that a disabled rule carries nothing and that nothing is lost without it', async () => {
    const { client, run } = await varied()
    const disabled = await runWithout(client, run, 'invoice')
    const { rules } = await explore<PolicyImpact>(client, disabled, `${name}?rule=invoice`)
    expect(rules).toMatchObject([
      {
        enabled: false,
        fromRun: { candidates: 0, matches: 0 },
        withoutRule: { onlyThisRule: { matches: 0 }, wouldBreak: { count: 0 } },
      },
    ])
  })

  it('never changes, and is another answer for each rule', async () => {
    const { client, run } = await sealed()
    const etags = await Promise.all(
      ['', '?rule=exact', '?rule=near'].map(async (query) => {
        const { headers } = await client.get(explorerPath(run, `${name}${query}`))
        expect(headers.get('Cache-Control')).toContain('immutable')
        return headers.get('ETag') ?? ''
      }),
    )
    expect(new Set(etags).size).toBe(3)
    const again = await client.get(explorerPath(run, name), { 'If-None-Match': `${etags[0]}` })
    expect(again.status).toBe(304)
  })

  it('names the command that does it offline when leaving out all rules would take too long, and leaves out one', async () => {
    const { run, secret } = await varied()
    const slowClock = settableClock()
    const now = () => {
      slowClock.advance(60_000)
      return slowClock.now()
    }
    const client = createTestApp({ now }).clientWith({ 'X-API-Key': secret })
    const problem = await problemOf(client.get(explorerPath(run, name)))
    expect(problem.code).toBe('run_too_large')
    expect(problem.detail).toMatch(
      /npx tallystick explain pack\.zip --impact\. A replay with changed rules tells what they change$/,
    )
    expect((await client.get(explorerPath(run, `${name}?rule=invoice`))).status).toBe(200)
  })

  it('finds no rule that the run does not have', async () => {
    const { client, run } = await sealed()
    const { code } = await problemOf(client.get(explorerPath(run, `${name}?rule=other`)))
    expect(code).toBe('artifact_not_found')
  })

  it('refuses a parameter that there is not', async () => {
    const { client, run } = await sealed()
    expect((await problemOf(client.get(explorerPath(run, `${name}?rules=exact`)))).code).toBe('invalid_query')
  })

  it('answers like for no run when it is another tenant’s', async () => {
    const { run, ...app } = await sealed()
    await expectRefusals(app, run, (client, id) => client.get(`/api/v1/runs/${id}/trust-explorer/${name}?rule=exact`))
  })
})
