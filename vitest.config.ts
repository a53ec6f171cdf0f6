import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'
import { toolEnvironment } from './functions/local/tool-environment.ts'
import { buildAssets } from './tests/support/node/build-assets.ts'
import { memoryFolder } from './tests/support/node/memory-folder.ts'
import { ShuffledFiles, seedVariable } from './tests/support/node/shuffled-files.ts'
import { readWorkerOptions } from './tests/support/node/worker-options.ts'

Object.assign(process.env, toolEnvironment)
// Where Node and miniflare make their temporary folders, those of D1, KV and R2 among them.
process.env['TMPDIR'] = memoryFolder() ?? process.env['TMPDIR'] ?? tmpdir()

const isLong = process.env['TALLYSTICK_LONG'] === '1'
const isQuick = process.env['TALLYSTICK_QUICK'] === '1'

/** What `npm test` leaves out: tests/support/node/run-all.ts. */
const left = isQuick ? ['**/*.slow.test.ts'] : []

/** How much a suite tries that can try as much as one likes: tests/support/forms.ts. */
const form = isLong ? 'long' : isQuick ? 'quick' : 'short'

const shared = {
  // A guard against a hang, never a measurement: a busy machine takes several times as long as an idle one.
  testTimeout: isLong ? 1_800_000 : 120_000,
  hookTimeout: 120_000,
  // Vitest's own second would measure how busy the machine is.
  expect: { poll: { timeout: 60_000 } },
  // Files one after another in the same process, which keeps what it has compiled: half the time. They come in any order:
  // each test makes what it looks at, and what it changes of the process is given back.
  isolate: false,
  setupFiles: ['tests/support/law-setup.ts'],
  exclude: left,
  restoreMocks: true,
  unstubGlobals: true,
}

/** Node reads TypeScript itself: imports by way of Vite take a third of the time of the engine's tests. */
const native = { experimental: { viteModuleRunner: false } }

const filesIn = (folder: string) => `tests/functions/${folder}/**/*.test.ts`
/** Functions of the Worker that ask for nothing of the platform, WebAssembly for hashing included. */
const pure = [
  'client/transport',
  'service/http/rate/{fixed-window,plans}',
  'service/keys/{key-cache,token}',
  'service/platform/ids',
  'service/results/match-evidence',
  'service/store/storage-fault',
  'service/workflows/*',
]
/** What runs in Node: what is made for someone’s own machine, and what needs no Worker. */
const inNode = [
  ...['audit', 'cli', 'console', 'deploy', 'local', 'service/runs/pieces'].map(filesIn),
  ...pure.map((file) => `tests/functions/${file}.test.ts`),
  'tests/schema/**/*.test.ts',
]
/** What asks one `npm start` that all these files share. */
const ofOneStart = filesIn('served')

/**
 * Five projects: the pure engine in Node, the tree and its documents, the whole Worker inside workerd, what needs no
 * more than Node, and what a developer's machine serves.
 */
export default defineConfig({
  test: {
    // Vitest would leave one core to the terminal: half of a machine with two.
    maxWorkers: '100%',
    // Otherwise in the order of vitest's cache: what failed the last time first, then what took longest.
    ...(process.env[seedVariable] && { sequence: { sequencer: ShuffledFiles } }),
    provide: { form },
    projects: [
      {
        test: {
          ...shared,
          ...native,
          name: 'engine',
          include: ['tests/engine/**/*.test.ts'],
        },
      },
      { test: { ...shared, name: 'tree', include: ['tests/*.test.ts'] } },
      {
        plugins: [
          cloudflareTest(async () => {
            buildAssets()
            const { main, workerOptions } = await readWorkerOptions(import.meta.dirname, {
              ENVIRONMENT: 'test',
              LOG_ORIGIN: 'tallystick.dev',
              KEY_PEPPER: 'pepper-for-tests-only-0123456789abcdef',
              ADMIN_KEY: 'admin-key-for-tests-only-0123456789abcdef',
              SIGNING_KEY: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
              MIGRATIONS: await readD1Migrations('schema/migrations'),
              OPERATING_GUIDE: readFileSync('docs/operating.md', 'utf8'),
              ALERT_RULES: readFileSync('docs/alerts.yml', 'utf8'),
            })
            return {
              main,
              miniflare: {
                ...workerOptions,
                // Of files of tests that change what belongs to the whole service: tests/support/worker/own-stores.ts.
                d1Databases: Object.assign({ OWN_DB: { id: 'own' } }, workerOptions['d1Databases']),
                r2Buckets: Object.assign(
                  { OWN_BUCKET: { id: 'own' }, OWN_INBOX: { id: 'own-inbox' } },
                  workerOptions['r2Buckets'],
                ),
              },
            }
          }),
        ],
        test: {
          ...shared,
          name: 'worker',
          include: ['tests/functions/**/*.test.ts'],
          exclude: [...inNode, ofOneStart, ...left],
          setupFiles: [...shared.setupFiles, 'tests/support/worker/migrate.ts'],
          globalSetup: ['tests/support/node/serve-people.ts'],
        },
      },
      { test: { ...shared, ...native, name: 'node', include: inNode } },
      {
        test: {
          ...shared,
          ...native,
          name: 'served',
          include: [ofOneStart],
          globalSetup: ['tests/support/node/serve-copy.ts'],
        },
      },
    ],
  },
})
