import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import type { Answered } from './access-line.ts'
import { startFront } from './front.ts'
import { supervise } from './supervise.ts'
import { root, toolEnvironment, wranglerPath } from './tool-environment.ts'
import { hostname, type Variables } from './wrangler-worker.ts'

const sweepMilliseconds = 60_000

export interface LocalWorker {
  readonly origin: string
  /** Does the work of the cron trigger, which runs every minute. Never rejects. */
  readonly runScheduled: () => Promise<void>
  readonly stop: () => Promise<void>
}

export function portFault(port: number): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(`port ${port} cannot be used: ${error.message}`))
    server.listen(port, hostname, () => server.close(() => resolve(undefined)))
  })
}

/** Brings the local database to the newest schema. Rejects with the message of wrangler. */
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
 * Serves the Worker on the port, with `variables` added to those of wrangler.toml and `.dev.vars`, and calls its
 * scheduled handler every minute. Requires applied migrations. Rejects with wrangler's reason where the Worker cannot
 * be served. `onAnswered` gets each request that was answered. A Worker that is ended from outside is started again; until then requests are answered with a problem.
 */
export async function startWorker(
  port: number,
  variables: Variables = {},
  onAnswered?: (answered: Answered) => void,
): Promise<LocalWorker> {
  const workerPort = await freePort()
  const worker = await supervise(workerPort, variables)
  const front = await startFront({
    ...{ hostname, port, onAnswered },
    workerPort: () => (worker.isUp() ? workerPort : undefined),
  })
  // Locally no cron trigger fires: without these calls leases would not expire and old data would not be removed.
  const runScheduled = async (): Promise<void> => {
    await fetch(`http://${hostname}:${workerPort}/cdn-cgi/handler/scheduled`).catch(() => {})
  }
  const timer = setInterval(runScheduled, sweepMilliseconds)
  return {
    origin: `http://${hostname}:${port}`,
    runScheduled,
    stop: async () => {
      clearInterval(timer)
      await front.stop()
      await worker.stop()
    },
  }
}

export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, hostname, () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
