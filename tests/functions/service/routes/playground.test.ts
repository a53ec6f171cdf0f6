import { describe, expect, it } from 'vitest'
import { adapterKinds } from '../../../../schema/adapter.ts'
import type { PlaygroundRequest, PlaygroundResponse } from '../../../../schema/playground.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'

const path = '/api/v1/reconcile/run'
const request = {
  source: { adapter: 'stripe' },
  target: { adapter: 'quickbooks' },
  rules: { matching: [{ field: 'amount', tolerance: 0.01 }, { field: 'reference' }] },
}

async function play(body: object = request, headers: Record<string, string> = {}) {
  const response = await createTestApp().client.post(path, body, headers)
  return { response, answer: await response.json<PlaygroundResponse>() }
}

const withMatching = (matching: PlaygroundRequest['rules']['matching'] | readonly object[]) => ({
  ...request,
  rules: { matching },
})

describe('the playground’s answer', () => {
  it('has exactly the published members', async () => {
    const { answer } = await play()
    expect(Object.keys(answer)).toEqual([
      'success',
      'timestamp',
      'request_id',
      'matches',
      'total_matches',
      'matched_count',
      'unmatched_count',
      'confidence_breakdown',
      'audit_trail_id',
    ])
  })

  it('has exactly the published members in each match', async () => {
    const { answer } = await play()
    const members = new Set(answer.matches.map((match) => Object.keys(match).join(' ')))
    expect([...members]).toEqual([
      'id source_transaction_id target_transaction_id confidence rule_used rule_id matched_at evidence audit_trail_id deterministic_hash',
    ])
  })

  it('is found by the engine: every match agrees in what the rule compares', async () => {
    const { answer } = await play()
    expect(answer.matches.length).toBeGreaterThan(3)
    for (const { evidence } of answer.matches) {
      const [amount, reference] = evidence
      expect(Math.abs(Number(amount?.source_value) - Number(amount?.target_value))).toBeLessThan(0.0101)
      expect(reference?.source_value).toBe(reference?.target_value)
    }
  })

  it('gives amounts as numbers and text as text', async () => {
    const { answer } = await play()
    const types = answer.matches[0]?.evidence.map(({ field, source_value }) => [field, typeof source_value])
    expect(types).toEqual([
      ['amount', 'number'],
      ['reference', 'string'],
      ['currency', 'string'],
    ])
  })

  it('calls a cent of difference a tolerance, and what is equal exact', async () => {
    const { answer } = await play()
    const kinds = answer.matches.map(({ evidence: [amount], confidence }) => [
      amount?.source_value === amount?.target_value,
      amount?.match_type,
      confidence === 'exact',
    ])
    expect(new Set(kinds.map(String))).toEqual(new Set(['true,exact,true', 'false,tolerance,false']))
  })

  it('counts what it lists', async () => {
    const { answer } = await play()
    const { exact, high, medium, low } = answer.confidence_breakdown
    expect(answer.total_matches).toBe(answer.matches.length)
    expect(exact + high + medium + low).toBe(answer.total_matches)
    expect(answer.matched_count * 2 + answer.unmatched_count).toBe(20)
  })

  it('is the same matches byte for byte at another time', async () => {
    const { client } = createTestApp({ now: () => Date.parse('2031-01-01T00:00:00Z') })
    const later = await (await client.post(path, request)).json<PlaygroundResponse>()
    const { answer } = await play()
    expect(JSON.stringify(later.matches)).toBe(JSON.stringify(answer.matches))
    expect(later.timestamp).not.toBe(answer.timestamp)
  })

  it('names the records after the adapters', async () => {
    const { answer } = await play()
    expect(answer.matches[0]).toMatchObject({
      source_transaction_id: expect.stringMatching(/^stripe-\d{3}$/),
      target_transaction_id: expect.stringMatching(/^quickbooks-\d{3}$/),
    })
  })

  it.each(adapterKinds)('takes the adapter %s', async (adapter) => {
    const { response } = await play({ ...request, source: { adapter } })
    expect(response.status).toBe(200)
  })

  it('runs the built-in policy when no criterion is given', async () => {
    const { answer } = await play(withMatching([]))
    expect(answer.matches.map(({ rule_id }) => rule_id)).toContain('reference')
  })
})

describe('the playground’s plan and flags', () => {
  it.each([
    ['free', 10],
    ['starter', 25],
    ['growth', 50],
    ['scale', 100],
    ['enterprise', 200],
  ])('bounds the records of a side for %s to %i', async (tier, recordCount) => {
    const { response, answer } = await play(request, { 'X-Plan-Tier': tier })
    expect(answer.matched_count * 2 + answer.unmatched_count).toBe(2 * recordCount)
    expect(response.headers.get('X-Plan-Tier')).toBe(tier)
  })

  it('is free and without flags when nothing is said', async () => {
    const { response } = await play()
    expect(response.headers.get('X-Plan-Tier')).toBe('free')
    expect(response.headers.get('X-Feature-Flags')).toBe('')
  })

  it('reads the tolerance as percent of the larger amount with tolerance_percent', async () => {
    const body = withMatching([{ field: 'amount', tolerance: 5 }, { field: 'reference' }])
    const absolute = await play(body, { 'X-Plan-Tier': 'enterprise' })
    const percent = await play(body, { 'X-Plan-Tier': 'enterprise', 'X-Feature-Flags': 'tolerance_percent' })
    expect(percent.response.headers.get('X-Feature-Flags')).toBe('tolerance_percent')
    const differences = (answer: PlaygroundResponse) =>
      answer.matches.map(({ evidence: [amount] }) => {
        const [source, target] = [Number(amount?.source_value), Number(amount?.target_value)]
        return Math.abs(source - target) / Math.max(Math.abs(source), Math.abs(target))
      })
    expect(Math.max(...differences(percent.answer))).toBeLessThanOrEqual(0.05)
    expect(percent.answer.matches).not.toEqual(absolute.answer.matches)
  })

  it('shows every field that the two records share with extended_evidence, and changes nothing else', async () => {
    const plain = await play()
    const extended = await play(request, { 'X-Feature-Flags': 'extended_evidence' })
    expect(extended.answer.matches[0]?.evidence.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['amount', 'reference', 'currency', 'date', 'counterparty']),
    )
    const withoutEvidence = ({ matches }: PlaygroundResponse) => matches.map((match) => ({ ...match, evidence: [] }))
    expect(withoutEvidence(extended.answer)).toEqual(withoutEvidence(plain.answer))
  })

  it('appends a rule by similar description with fuzzy_matching, after the rules of the request', async () => {
    const plain = await play()
    const fuzzy = await play(request, { 'X-Feature-Flags': 'fuzzy_matching' })
    const added = fuzzy.answer.matches.filter(({ rule_id }) => rule_id === 'similar-description')
    expect(added.length).toBeGreaterThan(0)
    for (const { evidence } of added) expect(evidence[0]).toMatchObject({ field: 'description', match_type: 'similar' })
    const pairsOf = (matches: PlaygroundResponse['matches']) =>
      matches.map((match) => [match.source_transaction_id, match.target_transaction_id, match.rule_id])
    const before = fuzzy.answer.matches.filter((match) => !added.includes(match))
    expect(pairsOf(before)).toEqual(pairsOf(plain.answer.matches))
  })

  it('appends it to the built-in policy when no criterion is given', async () => {
    const { answer } = await play(withMatching([]), { 'X-Feature-Flags': 'fuzzy_matching' })
    const rules = new Set(answer.matches.map(({ rule_id }) => rule_id))
    expect([rules.has('reference'), rules.has('similar-description')]).toEqual([true, true])
  })

  it('never calls what is only similar more than medium', async () => {
    const { answer } = await play(request, { 'X-Feature-Flags': 'fuzzy_matching' })
    const added = answer.matches.filter(({ rule_id }) => rule_id === 'similar-description')
    for (const { confidence } of added) expect(['medium', 'low']).toContain(confidence)
  })

  it('appends a keyed n:1 rule with group_matching, which takes what nothing else took', async () => {
    const { answer } = await play(request, { 'X-Feature-Flags': 'group_matching' })
    const [added] = answer.matches.filter(({ rule_id }) => rule_id === 'batch-sum')
    expect(added?.evidence.at(-1)).toMatchObject({ field: 'sum', match_type: 'sum' })
    expect(added?.evidence.at(-1)?.source_value).toBe(added?.evidence.at(-1)?.target_value)
  })

  it.each(['teleportation', 'tolerance_percent,teleportation'])('refuses the flag %s', async (flags) => {
    const problem = await problemOf(createTestApp().client.post(path, request, { 'X-Feature-Flags': flags }))
    expect(problem.code).toBe('invalid_header')
  })

  it('refuses an unknown plan', async () => {
    const problem = await problemOf(createTestApp().client.post(path, request, { 'X-Plan-Tier': 'platinum' }))
    expect(problem.code).toBe('invalid_header')
  })
})

describe('the playground', () => {
  it('touches no storage', async () => {
    const { client, recorder } = createTestApp()
    await client.post(path, request)
    recorder.reset()
    await client.post(path, request)
    expect(recorder.calls).toEqual([])
  })

  it('answers 429 to the request after the hundred and twentieth in a minute', async () => {
    const { client } = createTestApp({ now: () => 1_800_000_000_000 })
    const address = { 'CF-Connecting-IP': '192.0.2.7' }
    for (let count = 0; count < 120; count++) await client.post(path, {}, address)
    const problem = await problemOf(client.post(path, request, address))
    expect(problem.code).toBe('rate_limited')
  })

  it('names an unknown adapter’s nearest kind, at the member that holds it', async () => {
    const problem = await problemOf(createTestApp().client.post(path, { ...request, target: { adapter: 'quickboks' } }))
    expect(problem).toMatchObject({ code: 'unknown_adapter', errors: [{ pointer: '/target/adapter' }] })
    expect(problem.detail).toContain('quickbooks')
  })

  it('points at a criterion that means nothing', async () => {
    const body = withMatching([{ field: 'reference', tolerance: 1 }, { field: 'nonsense' }])
    const problem = await problemOf(createTestApp().client.post(path, body))
    expect(problem.code).toBe('validation_failed')
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([
      '/rules/matching/0/tolerance',
      '/rules/matching/1/field',
    ])
  })

  it('points at the same criterion when a flag appends a rule', async () => {
    const body = withMatching([{ field: 'reference', tolerance: 1 }, { field: 'nonsense' }])
    const flag = { 'X-Feature-Flags': 'fuzzy_matching' }
    const problem = await problemOf(createTestApp().client.post(path, body, flag))
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual([
      '/rules/matching/0/tolerance',
      '/rules/matching/1/field',
    ])
  })

  it('refuses a member that it does not know', async () => {
    const problem = await problemOf(
      createTestApp().client.post(path, withMatching([{ field: 'amount', tolerence: 1 }])),
    )
    expect(problem.errors?.[0]?.pointer).toBe('/rules/matching/0/tolerence')
  })
})
