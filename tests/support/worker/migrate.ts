import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, expect } from 'vitest'
import { faultsOfStatements, takeStatements } from './statements.ts'
import { misfits } from './stored-bytes.ts'

await applyD1Migrations(env.DB, env.MIGRATIONS)

// Files run one after another in the same Worker, in any order. Each begins with nothing stored, so that no tenant, key,
// log or clock of another file is there.
await forgetRows()
await forgetObjects()

afterAll(async () => {
  expect(await faultsOfStatements(env.DB, takeStatements()), 'statements of this file').toEqual([])
  expect(await misfits(), 'tenants whose counts are not what they keep').toEqual([])
})

async function forgetRows(): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'd1_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
  ).all<{ name: string }>()
  const counts = 'tenant_storage'
  const others = results.map(({ name }) => name).filter((name) => name !== counts)
  // Triggers change the counts while other rows go.
  await env.DB.batch([...others, counts].map((name) => env.DB.prepare(`DELETE FROM ${name}`)))
}

async function forgetObjects(): Promise<void> {
  for (let isTruncated = true; isTruncated; ) {
    const { objects, truncated } = await env.BUCKET.list()
    if (objects.length > 0) await env.BUCKET.delete(objects.map(({ key }) => key))
    isTruncated = truncated
  }
}
