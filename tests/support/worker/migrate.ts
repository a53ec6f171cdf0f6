import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, expect } from 'vitest'
import { faultsOfStatements, takeStatements } from './statements.ts'

await applyD1Migrations(env.DB, env.MIGRATIONS)

// Runs that another file left unfinished would be taken up before those of this file.
await env.DB.prepare("UPDATE runs SET lease_until = 8640000000000000 WHERE status IN ('queued', 'running')").run()

afterAll(async () => {
  expect(await faultsOfStatements(env.DB, takeStatements()), 'statements of this file').toEqual([])
})
