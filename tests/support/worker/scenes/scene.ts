import type { TestApp, TestTenant } from '../client.ts'

/** A request as a client sends it, and sends it again. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The headers that say who asks; the tenant’s key where it is left out. */
  readonly by?: Readonly<Record<string, string>>
}

/** Makes what an operation needs, in a new tenant, and gives a request of it that succeeds. */
export type Scene = (app: TestApp, tenant: TestTenant) => Promise<Asked> | Asked

export type Scenes = { readonly [operationId: string]: Scene }

export const got = (path: string): Asked => ({ method: 'GET', path })

/** A request with a JSON body. */
export const sent = (
  method: Asked['method'],
  path: string,
  ...[body, more = {}]: readonly [object?, Pick<Asked, 'headers' | 'by'>?]
): Asked => ({
  method,
  path,
  ...more,
  ...(body !== undefined && {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...more.headers },
  }),
})
