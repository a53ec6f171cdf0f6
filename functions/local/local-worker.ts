import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { unstable_DevEnv } from 'wrangler'
import { root, toolEnvironment } from './tool-environment.ts'

/** The address that local servers listen on: this machine only. */
const hostname = '127.0.0.1'

/** Where the local database, key-value store and bucket are kept; wrangler’s own default. */
export const statePath = join(root, '.wrangler/state')
export const wranglerPath = join(root, 'node_modules/wrangler/bin/wrangler.js')
const sweepMilliseconds = 60_000
const readyMillisecondsMax = 30_000

export interface LocalWorker {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string
  /** Does what the cron trigger does every minute. Resolves in any case. */
  readonly runScheduled: () => Promise<void>
  /** Stops serving and ends every process that serving began. */
  readonly stop: () => Promise<void>
}

/** Whether a server can listen on the port; the reason when it cannot. */
export function portFault(port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(`port ${port} cannot be used: ${error.message}`))
    server.listen(port, hostname, () => server.close(() => resolve(undefined)))
  })
}

/** Brings the local database to the newest schema. Rejects with what wrangler says when it cannot. */
export async function applyMigrations(): Promise<void> {
  // Without a terminal wrangler answers its own questions with yes.
  const run = promisify(execFile)(process.execPath, [wranglerPath, 'd1', 'migrations', 'apply', 'DB', '--local'], {
    cwd: root,
    env: { ...process.env, ...toolEnvironment },
  })
  run.child.stdin?.end()
  await run
}

/**
 * Serves the Worker on the port, with `variables` beside those of wrangler.toml and `.dev.vars`, and its scheduled handler called every minute. Requires applied migrations. Rejects
 * with wrangler's own reason when the Worker cannot be served.
 */
export async function startWorker(
  port: number,
  variables: { readonly [name: string]: string } = {},
): Promise<LocalWorker> {
  Object.assign(process.env, toolEnvironment)
  const { unstable_DevEnv } = await import('wrangler')
  const environment = new unstable_DevEnv()
  const failure = firstFailure(environment)
  const starting = environment.startWorker({
    config: join(root, 'wrangler.toml'),
    bindings: Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, { type: 'plain_text' as const, value }]),
    ),
    dev: { server: { hostname, port }, persist: statePath, inspector: false, watch: false, logLevel: 'error' },
  })
  const origin = `http://${hostname}:${port}`
  try {
    const worker = await starting
    await Promise.race([failure, worker.ready.then(() => answer(origin))])
  } catch (error) {
    await environment.teardown()
    throw error
  }
  // Locally nothing fires cron triggers: without this, leases would never expire and nothing would be swept.
  const runScheduled = async (): Promise<void> => {
    await fetch(`${origin}/cdn-cgi/handler/scheduled`).catch(() => {})
  }
  const timer = setInterval(runScheduled, sweepMilliseconds)
  return {
    origin,
    runScheduled,
    stop: async () => {
      clearInterval(timer)
      await environment.teardown()
    },
  }
}

/** Rejects with the first thing that goes wrong in wrangler, which otherwise leaves the Worker's readiness pending. */
function firstFailure(environment: unstable_DevEnv): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    const fail = ({ reason, cause, message }: Failure): void => {
      const texts = [reason ?? message, cause?.message].filter((text) => text !== undefined)
      reject(new Error(`the Worker cannot be served: ${texts.join(': ')}`))
    }
    environment.on('error', fail)
    environment.on('buildFailed', fail)
  })
  // A failure after the start has been printed by wrangler, and the Worker serves on.
  failure.catch(() => {})
  return failure
}

/** What wrangler emits: an event with a reason and its cause, or an Error. */
interface Failure {
  readonly reason?: string
  readonly cause?: { readonly message: string }
  readonly message?: string
}

async function answer(origin: string): Promise<void> {
  try {
    await fetch(`${origin}/api/v1/health`, { signal: AbortSignal.timeout(readyMillisecondsMax) })
  } catch (error) {
    throw new Error(`the Worker did not answer within ${readyMillisecondsMax / 1000} seconds`, { cause: error })
  }
}
