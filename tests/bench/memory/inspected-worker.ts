import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { type Client, createClient } from '../../../functions/client/index.ts'
import { root, toolEnvironment } from '../../../functions/local/tool-environment.ts'
import { memoryFolder } from '../../support/node/memory-folder.ts'
import { freePort } from '../../support/node/npm-script.ts'
import { readWorkerOptions } from '../../support/node/worker-options.ts'
import { buildWorker } from '../service/built-worker.ts'
import { connectInspector, type Inspector } from './inspector.ts'

/** The Worker as it would be deployed, with bindings of its own and the inspector of its isolate. */
export interface InspectedWorker {
  readonly origin: URL
  readonly inspector: Inspector
  readonly database: () => ReturnType<Miniflare['getD1Database']>
  /** A tenant of its own, and what calls the service for it. */
  readonly newTenant: () => Promise<Caller>
  /** The lines of JSON that the Worker has logged. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

export interface Caller {
  readonly client: Client
  readonly apiKey: string
}

const adminKey = 'admin-key-of-the-bench-only-0123456789abcdef'

const variables = {
  ENVIRONMENT: 'test',
  LOG_ORIGIN: 'localhost',
  KEY_PEPPER: 'pepper-of-the-bench-only-0123456789abcdef',
  ADMIN_KEY: adminKey,
  SIGNING_KEY: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
}

const workerName = 'tallystick'

/**
 * Builds and serves the Worker of the project. Workflows run in its isolate, and D1, KV and R2 in others of the same process.
 * With `entry` the Worker of that module is served in its place, which has all bindings but the Workflows.
 */
export async function serveInspected(entry?: string): Promise<InspectedWorker> {
  Object.assign(process.env, toolEnvironment)
  const built = await buildWorker(entry)
  const state = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'tallystick-memory-'))
  const inspectorPort = await freePort()
  let log = ''
  const { modulesRules: _, rootPath: __, ...options } = (await readWorkerOptions(root, variables)).workerOptions
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      ...(entry !== undefined && { workflows: {} }),
      name: workerName,
      modulesRoot: built.directory,
      modules: built.modulePaths.map((path) => ({
        type: path.endsWith('.wasm') ? ('CompiledWasm' as const) : ('ESModule' as const),
        path,
      })),
      inspectorPort,
      resourcePersistencePath: state,
      cf: false,
      handleStructuredLogs: ({ message }) => {
        log += `${message}\n`
      },
    }),
  )
  const origin = await miniflare.ready
  await migrate(miniflare)
  await (await fetch(new URL('/api/v1/health', origin))).text()
  const inspector = await connectInspector(inspectorPort, `core:user:${workerName}`)
  const operator = createClient({ baseUrl: origin.href, adminKey })
  return {
    origin,
    inspector,
    database: () => miniflare.getD1Database('DB'),
    async newTenant() {
      const { key } = await operator.admin.createTenant({ name: 'Bench', plan: 'enterprise' })
      return { client: createClient({ baseUrl: origin.href, apiKey: key.secret, tries: 12 }), apiKey: key.secret }
    },
    log: () => log,
    async stop() {
      inspector.close()
      await miniflare.dispose()
      built.remove()
      rmSync(state, { recursive: true, force: true })
    },
  }
}

async function migrate(miniflare: Miniflare): Promise<void> {
  const database = await miniflare.getD1Database('DB')
  for (const { queries } of await readD1Migrations(join(root, 'schema/migrations')))
    for (const query of queries) await database.prepare(query).run()
}
