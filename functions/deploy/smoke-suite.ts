import type { SmokeCheck, SmokeContext } from './smoke-check.ts'
import { createSmokeClient, type VersionOverride } from './smoke-client.ts'
import { publicChecks } from './smoke-public-checks.ts'
import { runChecks } from './smoke-run-checks.ts'

export interface SmokeOptions {
  readonly url: string
  readonly adminKey?: string | undefined
  readonly apiKey?: string | undefined
  /** The version of the Worker to test, whatever portion of the requests it gets. */
  readonly version?: VersionOverride
}

/**
 * Tests a running service as a client would: two small datasets, a run, its results, evidence verified offline, a
 * replay, and refusals. Prints a line for each check, stops at the first that fails, and deletes the tenant that it
 * made. Returns whether every check held. Without a key only the public checks run.
 */
export async function runSmoke(options: SmokeOptions, say: (line: string) => void): Promise<boolean> {
  const { url, version, adminKey, apiKey } = options
  const anyone = createSmokeClient({ url, version })
  if (!(await passes(publicChecks, { anyone, client: anyone, found: new Map() }, say))) return false
  if (apiKey === undefined && adminKey === undefined) {
    say('         no key was given: nothing behind a key is tested')
    return true
  }
  const admin = createSmokeClient({ url, version, adminKey: adminKey ?? '' })
  const found = new Map<string, string>()
  const making: SmokeCheck = {
    name: 'makes a tenant for the test',
    attempt: async () => {
      const { tenant, key } = await admin.api.admin.createTenant({ name: 'Smoke test', plan: 'free' })
      found.set('tenant', tenant.id)
      found.set('key', key.secret)
    },
  }
  if (apiKey === undefined && !(await passes([making], { anyone, client: anyone, found }, say))) return false
  const client = createSmokeClient({ url, version, apiKey: apiKey ?? found.get('key') ?? '' })
  const held = await passes(runChecks, { anyone, client, found }, say)
  const tenant = found.get('tenant')
  if (tenant === undefined) return held
  const removed = await passes([removing(tenant)], { anyone, client: admin, found }, say)
  return held && removed
}

const removing = (tenant: string): SmokeCheck => ({
  name: 'deletes the tenant of the test',
  attempt: async ({ client }) => {
    await client.api.admin.deleteTenant(tenant)
  },
})

async function passes(
  checks: readonly SmokeCheck[],
  context: SmokeContext,
  say: (line: string) => void,
): Promise<boolean> {
  for (const { name, attempt } of checks) {
    try {
      await attempt(context)
      say(`ok       ${name}`)
    } catch (error) {
      say(`FAILED   ${name}: ${error instanceof Error ? error.message : error}`)
      return false
    }
  }
  return true
}
