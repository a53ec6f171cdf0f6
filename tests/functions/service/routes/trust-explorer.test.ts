import { chainCheckNames } from '@tallystick/engine/verify'
import { describe, expect, it } from 'vitest'
import { breakingDatabase } from '../../../support/worker/broken-bindings.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain, sealedRun } from '../../../support/worker/evidence.ts'
import { newSigningKey } from '../../../support/worker/notes.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { demoRun, makeRun } from '../../../support/worker/runs.ts'

describe('verifyProofChain', () => {
  it('finds every link of a sealed run in order, those of the log included', async () => {
    const { client, run } = await sealedRun()
    const report = await readChain(client, run.id)
    expect(report.checks.map(({ name, passed }) => [name, passed])).toEqual(chainCheckNames.map((name) => [name, true]))
    expect(report).toMatchObject({ verified: true, firstFailure: null })
  })

  it('finds them for the first run of a log, for built-in records and for sides without a dataset', async () => {
    const { client } = await createTestApp().newTenant()
    for (const body of [demoRun, { sourceAdapter: 'bank' }, { sourceAdapter: 'bank', targetAdapter: 'ledger' }]) {
      const { id } = await makeRun(client, body)
      expect(await readChain(client, id)).toMatchObject({ verified: true, firstFailure: null })
    }
  })

  it('finds them while the log goes on, for whichever run of it', async () => {
    const { client } = await createTestApp().newTenant()
    const runs = await Promise.all(Array.from({ length: 6 }, () => makeRun(client)))
    for (const { id } of runs) expect(await readChain(client, id)).toMatchObject({ firstFailure: null })
  })

  it('finds them across a change of the signing key', async () => {
    const first = createTestApp()
    const { client, secret } = await first.newTenant()
    const before = await makeRun(client)
    const { secret: key } = await newSigningKey()
    const later = createTestApp({ env: { SIGNING_KEY: key } }).clientWith({ 'X-API-Key': secret })
    const after = await makeRun(later)
    for (const { id } of [before, after]) expect(await readChain(later, id)).toMatchObject({ firstFailure: null })
  })

  it('is no answer to be kept', async () => {
    const { client, run } = await sealedRun()
    const { headers } = await client.get(`${run.links.self}/trust-explorer/verifyProofChain`)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('is refused for a run that has not ended, and for another tenant’s as for an unknown one', async () => {
    const app = createTestApp()
    const { secret } = await app.newTenant()
    const stopped = createTestApp({ env: { DB: breakingDatabase(3) } }).clientWith({ 'X-API-Key': secret })
    const location = (await stopped.post('/api/v1/runs', demoRun)).headers.get('Location')
    const path = `${location}/trust-explorer/verifyProofChain`
    expect((await problemOf(app.clientWith({ 'X-API-Key': secret }).get(path))).code).toBe('run_not_finished')
    expect((await problemOf((await app.newTenant()).client.get(path))).code).toBe('run_not_found')
  })
})
