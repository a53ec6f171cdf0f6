import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createClient } from '../../../functions/client/index.ts'
import { runSmoke } from '../../../functions/deploy/smoke-suite.ts'
import type { ResultResponse } from '../../../schema/result.ts'
import type { ResultItem } from '../../../schema/result-item.ts'
import { readDoc } from '../../support/node/docs.ts'
import { fetchAnew } from '../../support/node/fetch-anew.ts'
import { hasShell } from '../../support/node/installed.ts'
import { commandsOf, keyOf, pasteCommands, runIdOf } from '../../support/node/printed.ts'
import { expectedOutcome } from '../../support/node/samples.ts'
import { servedCopy } from '../../support/node/served-copy.ts'

/** What the first `npm start` prints and serves. */

const { path, origin, lines } = await servedCopy()

describe('the first npm start', { skip: !hasShell }, () => {
  it('prints a summary of the reconciled samples', () => {
    const text = lines.join('\n')
    expect(text).toMatch(/match rate +[0-9]+\.[0-9]{2} %/)
    expect(text).toMatch(/amount_mismatch +U2603-\d+ \/ GL-\d+ +difference -960/)
    expect(text).toMatch(/EUR +-?\d/)
    expect(text).toMatch(/CHF +-?\d/)
  })

  it('prints both keys on lines of their own before any command, and last of all that it is ready', () => {
    const firstCommand = lines.findIndex((line) => line.includes('curl'))
    for (const pattern of [/^X-API-Key: tsk_test_\w+$/, /^X-Admin-Key: \S{32,}$/]) {
      const index = lines.findIndex((line) => pattern.test(line))
      expect(index).toBeGreaterThan(-1)
      expect(index).toBeLessThan(firstCommand)
    }
    expect(lines.at(-1)).toBe(`ready on ${origin}`)
  })

  it('prints three commands that work when pasted', () => {
    expect(pasteCommands(lines)).toHaveLength(3)
  })

  it('prints commands that stop at the first failure and show the problem', () => {
    const script = commandsOf(lines).replaceAll(keyOf(lines), 'tsk_test_of_nobody')
    const { status, stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
    expect(status).not.toBe(0)
    expect(stdout.match(/"title":"[^"]*"/g)).toEqual(['"title":"API key invalid"'])
  })

  it('shows an account whose January is closed, whose February waits and whose March is open, all proven to 0.00', async () => {
    expect(lines).toContainEqual(
      expect.stringMatching(/^close: Bank 1200, 2026-01 closed, 2026-02 submitted, 2026-03 open/),
    )
    const client = createClient({ baseUrl: origin, apiKey: keyOf(lines) })
    const all = await client.reconciliations.list().toArray()
    // Other files of tests define some of their own.
    const reconciliation = all.find(({ name }) => name === 'Bank 1200')
    const periods = await client.reconciliations.periods(reconciliation?.id ?? '').toArray()
    expect(periods.map(({ name, state }) => [name, state])).toEqual([
      ['2026-03', 'open'],
      ['2026-02', 'submitted'],
      ['2026-01', 'closed'],
    ])
    for (const { id } of periods) {
      const { proofs } = await client.periods.proof(id)
      expect(proofs.map(({ currency, unexplained }) => [currency, unexplained])).toEqual([['EUR', '0']])
      expect((await client.periods.verify(id)).verified).toBe(true)
    }
  })

  it('keeps its secrets for their owner alone, and says which one to keep', () => {
    for (const name of ['.dev.vars', '.wrangler/demo-key'])
      expect(statSync(join(path, name)).mode & 0o777, name).toBe(0o600)
    expect(lines.join('\n')).toMatch(/keep a copy of KEY_PEPPER/)
  })

  it('reconciled over the API to the expected outcome, record by record', async () => {
    const matches = await resultsOf('matches')
    expect(matches.map(idsOf)).toEqual(
      expectedOutcome.matches.map(({ rule, confidence, source, target }) => [rule, confidence, [source], [target]]),
    )
    const breaks = await resultsOf('breaks')
    expect(breaks.map(idsOf)).toEqual(
      expectedOutcome.breaks.map(({ reason, source = [], target = [] }) => [reason, undefined, source, target]),
    )
    const excluded = await resultsOf('excluded')
    expect(excluded.map(idsOf)).toEqual(
      expectedOutcome.excluded.map(({ rule, source = [], target = [] }) => [rule, undefined, source, target]),
    )
  })

  it('serves exactly the endpoints that docs/api.md lists', async () => {
    const response = await fetchAnew(`${origin}/api/v1/openapi.json`)
    const document: { paths: { [path: string]: object } } = JSON.parse(await response.text())
    const served = Object.entries(document.paths).flatMap(([endpoint, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${endpoint.replace('/api/v1', '')}`),
    )
    const rows = readDoc('api')
      .split('\n')
      .filter((line) => /^\| `(?:GET|POST|PUT|PATCH|DELETE) /.test(line))
    const listed = rows
      .flatMap((row) => [...row.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]*)`/g)])
      .map(([, endpoint]) => endpoint)
    expect(listed.sort()).toEqual(served.sort())
  })

  it('serves nothing of wrangler', async () => {
    const response = await fetchAnew(`${origin}/cdn-cgi/handler/scheduled`)
    expect(response.status).toBe(404)
  })

  it('passes the smoke test that a deployment has to pass', async () => {
    const failed: string[] = []
    const [, adminKey] = /^X-Admin-Key: (.*)$/m.exec(lines.join('\n')) ?? []
    const options = { url: origin, adminKey }
    expect(await runSmoke(options, (line) => line.startsWith('ok ') || failed.push(line)), failed.join('\n')).toBe(true)
  })

  it('fails the smoke test of somebody who has no admin key, and says why', async () => {
    const said: string[] = []
    const options = { url: origin, adminKey: 'a key that is none' }
    expect(await runSmoke(options, (line) => said.push(line))).toBe(false)
    expect(said.at(-1)).toMatch(/^FAILED {3}makes a tenant for the test: admin_key_invalid: ./)
  })
})

async function resultsOf(view: 'matches' | 'breaks' | 'excluded'): Promise<readonly ResultItem[]> {
  const items: ResultItem[] = []
  let cursor = ''
  do {
    const url = `${origin}/api/v1/runs/${runIdOf(lines)}/results?view=${view}&limit=50${cursor}`
    const response = await fetchAnew(url, { 'X-API-Key': keyOf(lines) })
    const page: ResultResponse = JSON.parse(await response.text())
    const { matches = [], breaks = [], excluded = [] } = page
    items.push(...{ matches, breaks, excluded }[view])
    cursor = page.next_cursor === null ? '' : `&cursor=${encodeURIComponent(page.next_cursor)}`
  } while (cursor !== '')
  return items
}

function idsOf(item: ResultItem): readonly unknown[] {
  const name = 'reason' in item ? item.reason : item.rule_id
  const confidence = 'confidence' in item ? item.confidence : undefined
  if ('transaction_ids' in item) return [name, confidence, item.side, item.transaction_ids]
  const sides =
    'source_transaction_id' in item
      ? [[item.source_transaction_id], [item.target_transaction_id]]
      : [item.source_transaction_ids, item.target_transaction_ids]
  return [name, confidence, ...sides]
}
