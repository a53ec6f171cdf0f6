import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The project's root directory, absolute. */
export const root = join(import.meta.dirname, '../..')

/** The address that local servers listen on: this machine only. */
export const hostname = '127.0.0.1'

/** Where the local database and key-value store are kept; wrangler’s own default. */
export const statePath = join(root, '.wrangler/state')
const wranglerPath = join(root, 'node_modules/wrangler/bin/wrangler.js')
const sweepMilliseconds = 60_000
const readyMillisecondsMax = 30_000

export interface LocalWorker {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly origin: string
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
  // Without a terminal wrangler takes its questions as answered with yes.
  const run = promisify(execFile)(process.execPath, [wranglerPath, 'd1', 'migrations', 'apply', 'DB', '--local'], {
    cwd: root,
    env: wranglerEnvironment(),
  })
  run.child.stdin?.end()
  await run
}

/** Serves the Worker on the port, with its scheduled handler called every minute. Requires applied migrations. */
export async function startWorker(port: number): Promise<LocalWorker> {
  Object.assign(process.env, wranglerEnvironment())
  const { unstable_startWorker } = await import('wrangler')
  const worker = await unstable_startWorker({
    config: join(root, 'wrangler.toml'),
    dev: { server: { hostname, port }, persist: statePath, inspector: false, watch: false, logLevel: 'error' },
  })
  const origin = `http://${hostname}:${port}`
  await worker.ready
  await answers(origin)
  // Locally nothing fires cron triggers: without this, leases would never expire and nothing would be swept.
  const timer = setInterval(() => fetch(`${origin}/cdn-cgi/handler/scheduled`).catch(() => {}), sweepMilliseconds)
  return {
    origin,
    stop: async () => {
      clearInterval(timer)
      await worker.dispose()
    },
  }
}

/** A Worker that does not compile is listened for but never answers; its errors have been printed by then. */
async function answers(origin: string): Promise<void> {
  try {
    await fetch(`${origin}/api/v1/health`, { signal: AbortSignal.timeout(readyMillisecondsMax) })
  } catch {
    throw new Error(`the Worker did not answer within ${readyMillisecondsMax / 1000} seconds`)
  }
}

/** Nothing is sent anywhere from a developer's machine, and no request waits for a network that is not there. */
function wranglerEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
}
