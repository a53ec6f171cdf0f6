import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodes, runCommand } from '../cli/run-command.ts'
import { type SmokeCheck, SmokeFault, textAt, wantProblem, wantSame, wantStatus } from './smoke-check.ts'

/** An instance of its own for each test, so that two tests of one tenant do not meet. */
const instance = randomUUID()

const bank = `id,date,amount,currency,reference
b1,2026-03-02,120.50,EUR,INV-1
b2,2026-03-03,80.00,EUR,INV-2
b3,2026-03-04,7.00,EUR,INV-3
`
const ledger = ['120.5', '79.95', '9'].map((amount, index) => ({
  id: `l${index + 1}`,
  date: `2026-03-0${index + 2}`,
  amount,
  currency: 'EUR',
  reference: index === 2 ? 'INV-9' : `INV-${index + 1}`,
}))
const run = {
  name: 'Smoke test',
  sourceAdapter: `bank:${instance}`,
  targetAdapter: `ledger:${instance}`,
  rules: [{ id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }],
}

/** What a tenant does from its first upload to evidence that somebody else believes. */
export const runChecks: readonly SmokeCheck[] = [
  {
    name: 'takes an export and a list of records',
    attempt: async ({ client }) => {
      const path = `/api/v1/datasets?name=Bank&adapter=${run.sourceAdapter}`
      const statement = await client.send('POST', path, { body: bank })
      wantStatus(statement, 201)
      wantSame('totals', statement.member('totals'), { EUR: '207.5' })
      const body = { name: 'Ledger', adapter: run.targetAdapter, records: ledger }
      wantStatus(await client.send('POST', '/api/v1/datasets', { body }), 201)
    },
  },
  {
    name: 'runs once for one idempotency key, and refuses the key for anything else',
    attempt: async ({ client, found }) => {
      const headers = { 'Idempotency-Key': `smoke-${instance}` }
      const first = await client.send('POST', '/api/v1/runs', { headers, body: run })
      wantStatus(first, 201)
      wantSame('the run', first.member('status'), 'completed')
      const again = await client.send('POST', '/api/v1/runs', { headers, body: run })
      wantSame('the same answer', Buffer.compare(first.bytes, again.bytes), 0)
      wantSame('Idempotent-Replayed', again.headers.get('Idempotent-Replayed'), 'true')
      const other = await client.send('POST', '/api/v1/runs', { headers, body: { ...run, name: 'Other' } })
      wantProblem(other, 422, 'idempotency_key_reused')
      for (const name of ['id', 'resultRoot', 'checkpoint']) found.set(name, textAt(first, name))
    },
  },
  {
    name: 'answers with the matches and breaks that there are, and knows what has not changed',
    attempt: async ({ client, found }) => {
      const results = `/api/v1/runs/${found.get('id')}/results`
      const matches = await client.send('GET', results)
      wantSame('the match', matches.member('matches', 0, 'source_transaction_id'), 'b1')
      wantSame('matched records', [matches.member('matched_count'), matches.member('unmatched_count')], [1, 4])
      const breaks = await client.send('GET', `${results}?view=breaks`)
      wantSame('the breaks', Object(breaks.member('breaks')).length > 0, true)
      const etag = matches.headers.get('ETag') ?? ''
      wantStatus(await client.send('GET', results, { headers: { 'If-None-Match': etag } }), 304)
    },
  },
  {
    name: 'hands out evidence that holds offline by the keys of the service',
    attempt: async ({ anyone, client, found }) => {
      const keys = await anyone.send('GET', '/.well-known/tallystick-keys')
      const pack = await client.send('GET', `/api/v1/runs/${found.get('id')}/evidence?format=zip`)
      wantStatus(pack, 200)
      await verify(pack.bytes, textAt(keys, 'keys', 0, 'publicKey'))
    },
  },
  {
    name: 'comes to the same result again',
    attempt: async ({ client, found }) => {
      const replay = await client.send('POST', `/api/v1/runs/${found.get('id')}/replay`)
      wantStatus(replay, 201)
      wantSame('resultRoot', replay.member('resultRoot') ?? replay.member('run', 'resultRoot'), found.get('resultRoot'))
    },
  },
  {
    name: 'refuses an adapter that there is none of, and a run that nobody made',
    attempt: async ({ client }) => {
      const body = { ...run, sourceAdapter: 'strype' }
      wantProblem(await client.send('POST', '/api/v1/runs', { body }), 422, 'unknown_adapter')
      wantProblem(await client.send('GET', '/api/v1/runs/run_none'), 404, 'run_not_found')
    },
  },
]

/** Verifies a pack as `tallystick verify` does. Throws with what it says where a check does not hold. */
async function verify(pack: Uint8Array, key: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-smoke-'))
  let said = ''
  const terminal = {
    print: (text: string) => {
      said += text
    },
    printError: (text: string) => {
      said += text
    },
    columnCount: undefined,
  }
  try {
    const file = join(directory, 'pack.zip')
    writeFileSync(file, pack)
    const code = await runCommand(['verify', file, '--key', key], terminal)
    if (code !== exitCodes.sound) throw new SmokeFault(said)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
