import { join } from 'node:path'
import type { unstable_DevEnv } from 'wrangler'
import { root, toolEnvironment } from './tool-environment.ts'

/** Local servers can be reached only from this machine. */
export const hostname = '127.0.0.1'

/** The folder of the local database, key-value store and bucket; wrangler uses it by default. */
export const statePath = join(root, '.wrangler/state')

/** The Worker logs a line of JSON for each request. By default these lines are not shown. */
const logLevel = process.env['TALLYSTICK_LOG'] === undefined ? 'error' : 'log'

const readyMillisecondsMax = 120_000

export type Variables = { readonly [name: string]: string }

export interface WranglerWorker {
  readonly stop: () => Promise<void>
}

/** Serves the Worker on a port. Requires applied migrations. Rejects with wrangler's own reason where that fails. */
export async function serveWithWrangler(port: number, variables: Variables): Promise<WranglerWorker> {
  Object.assign(process.env, toolEnvironment)
  const { unstable_DevEnv } = await import('wrangler')
  const environment = new unstable_DevEnv()
  const failure = firstFailure(environment)
  const starting = environment.startWorker({
    config: join(root, 'wrangler.toml'),
    bindings: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, { type: 'plain_text' as const, value }]),
    ),
    dev: { server: { hostname, port }, persist: statePath, inspector: false, watch: false, logLevel },
  })
  try {
    const worker = await starting
    await Promise.race([failure, worker.ready.then(() => answer(port))])
  } catch (error) {
    await environment.teardown()
    throw error
  }
  return { stop: () => environment.teardown() }
}

/** Whether the Worker answers within a second. Its answers have a request id, those of wrangler have none. */
export async function isAnswering(port: number): Promise<boolean> {
  try {
    const { headers } = await fetch(healthOn(port), { signal: AbortSignal.timeout(1000) })
    return headers.has('X-Request-Id')
  } catch {
    return false
  }
}

const healthOn = (port: number): string => `http://${hostname}:${port}/api/v1/health`

/** Rejects with wrangler's first failure. Without this, waiting for the Worker would never end. */
function firstFailure(environment: unstable_DevEnv): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    const fail = ({ reason, cause, message }: Failure): void => {
      const texts = [reason ?? message, cause?.message].filter((text) => text !== undefined)
      reject(new Error(`the Worker cannot be served: ${texts.join(': ')}`))
    }
    environment.on('error', fail)
    environment.on('buildFailed', fail)
  })
  // A failure after the start needs no handling: wrangler has printed it, and the Worker still runs.
  failure.catch(() => {})
  return failure
}

/** An event of wrangler with a reason and its cause, or an Error. */
interface Failure {
  readonly reason?: string
  readonly cause?: { readonly message: string }
  readonly message?: string
}

async function answer(port: number): Promise<void> {
  try {
    await fetch(healthOn(port), { signal: AbortSignal.timeout(readyMillisecondsMax) })
  } catch (error) {
    throw new Error(`the Worker did not answer within ${readyMillisecondsMax / 1000} seconds`, { cause: error })
  }
}
