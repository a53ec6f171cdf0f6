import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, expect } from 'vitest'
import { faultsOfStatements, takeStatements } from './statements.ts'

await applyD1Migrations(env.DB, env.MIGRATIONS)

afterAll(async () => {
  expect(await faultsOfStatements(env.DB, takeStatements()), 'statements of this file').toEqual([])
})
