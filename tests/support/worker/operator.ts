import { env } from 'cloudflare:workers'
import type { TenantRecord } from '../../../schema/tenant.ts'
import { type Client, createTestApp, type TestAppOptions } from './client.ts'

/** The operator of the service: requests with the admin key. */
export interface Operator {
  readonly client: Client
  /** Changes a tenant; fails the test unless it is answered with 200. */
  readonly change: (tenantId: string, change: object) => Promise<TenantRecord>
  readonly patch: (tenantId: string, change: object) => Promise<Response>
}

export const tenantsPath = '/api/v1/admin/tenants'

export function operatorOf(options: TestAppOptions = {}): Operator {
  const client = createTestApp(options).clientWith({ 'X-Admin-Key': env.ADMIN_KEY ?? '' })
  const patch = (tenantId: string, change: object) =>
    client.send(`${tenantsPath}/${tenantId}`, {
      method: 'PATCH',
      body: JSON.stringify(change),
      headers: { 'Content-Type': 'application/json' },
    })
  return {
    client,
    patch,
    async change(tenantId, change) {
      const response = await patch(tenantId, change)
      if (response.status !== 200) throw new Error(`The change answered ${response.status}: ${await response.text()}`)
      return response.json()
    },
  }
}
