import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodes, runCommand } from '@tallystick/cli/run-command'
import { type SmokeCheck, SmokeFault, wantRefused, wantSame, wantStatus } from './smoke-check.ts'

/** A part of the adapters' names, which keeps two tests of one tenant apart. */
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

/** The checks from the first upload of a tenant to verified evidence. */
export const runChecks: readonly SmokeCheck[] = [
  {
    name: 'takes an export and a list of records',
    attempt: async ({ client: { api } }) => {
      const file = { name: 'Bank', adapter: run.sourceAdapter, mediaType: 'text/csv', content: bank }
      wantSame('totals', (await api.datasets.uploadExport(file)).totals, { EUR: '207.5' })
      const records = { name: 'Ledger', adapter: run.targetAdapter, records: ledger }
      wantSame('records', (await api.datasets.upload(records)).recordCount, ledger.length)
    },
  },
  {
    name: 'runs once for one idempotency key, and refuses the key for anything else',
    attempt: async ({ client: { api, send }, found }) => {
      const idempotencyKey = `smoke-${instance}`
      const first = await api.runs.create(run, { idempotencyKey })
      wantSame('the run', first.status, 'completed')
      wantSame('the same answer', await api.runs.create(run, { idempotencyKey }), first)
      const again = await send('POST', '/api/v1/runs', { headers: { 'Idempotency-Key': idempotencyKey }, body: run })
      wantSame('Idempotent-Replayed', again.headers.get('Idempotent-Replayed'), 'true')
      await wantRefused(api.runs.create({ ...run, name: 'Other' }, { idempotencyKey }), 'idempotency_key_reused')
      const { id, resultRoot, checkpoint } = first
      for (const [name, value] of Object.entries({ id, resultRoot, checkpoint })) {
        if (typeof value !== 'string') throw new SmokeFault(`${name} is ${JSON.stringify(value)}, wanted a text`)
        found.set(name, value)
      }
    },
  },
  {
    name: 'answers with the matches and breaks that there are, and knows what has not changed',
    attempt: async ({ client: { api, send }, found }) => {
      const id = found.get('id') ?? ''
      const page = await api.runs.resultPage(id)
      wantSame('the match', page.matches[0]?.source_transaction_id, 'b1')
      wantSame('matched records', [page.matched_count, page.unmatched_count], [1, 4])
      const breaks = await api.runs.results(id, { view: 'breaks', limit: 1 }).toArray()
      wantSame('the breaks', breaks.length > 1, true)
      const path = `/api/v1/runs/${id}/results`
      const etag = (await send('GET', path)).headers.get('ETag') ?? ''
      wantStatus(await send('GET', path, { headers: { 'If-None-Match': etag } }), 304)
    },
  },
  {
    name: 'hands out evidence that holds offline by the keys of the service',
    attempt: async ({ anyone, client: { api }, found }) => {
      const { keys } = await anyone.api.system.publicKeys()
      const pack = await new Response(await api.runs.evidencePack(found.get('id') ?? '')).arrayBuffer()
      await verify(new Uint8Array(pack), keys[0]?.publicKey ?? '')
    },
  },
  {
    name: 'comes to the same result again',
    attempt: async ({ client: { api }, found }) => {
      const { run: again } = await api.runs.replay(found.get('id') ?? '')
      wantSame('resultRoot', again.resultRoot, found.get('resultRoot'))
    },
  },
  {
    name: 'refuses an adapter that there is none of, and a run that nobody made',
    attempt: async ({ client: { api } }) => {
      await wantRefused(api.runs.create({ ...run, sourceAdapter: 'strype' }), 'unknown_adapter')
      await wantRefused(api.runs.get('run_none'), 'run_not_found')
    },
  },
]

/** Verifies a pack as `tallystick verify` does. Throws with the output of that command where a check does not hold. */
async function verify(pack: Uint8Array, key: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'tallystick-smoke-'))
  let said = ''
  const print = (text: string) => {
    said += text
  }
  const terminal = { print, printReport: print, printError: print, columnCount: undefined }
  try {
    const file = join(directory, 'pack.zip')
    writeFileSync(file, pack)
    const code = await runCommand(['verify', file, '--key', key], terminal)
    if (code !== exitCodes.sound) throw new SmokeFault(said)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
