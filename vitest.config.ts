import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

// A guard against a hang, never a measurement: a busy machine takes several times as long as an idle one.
const guard = { testTimeout: 120_000, hookTimeout: 120_000 }

/** Three projects: the pure engine in Node, the whole Worker inside workerd, and what runs on a developer's machine. */
export default defineConfig({
  test: {
    // Vitest would leave one core to the terminal: half of a machine with two.
    maxWorkers: '100%',
    projects: [
      { test: { ...guard, name: 'engine', include: ['tests/engine/**/*.test.ts', 'tests/*.test.ts'] } },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: './wrangler.toml' },
            miniflare: {
              bindings: {
                ENVIRONMENT: 'test',
                KEY_PEPPER: 'pepper-for-tests-only-0123456789abcdef',
                ADMIN_KEY: 'admin-key-for-tests-only-0123456789abcdef',
                SIGNING_KEY: 'MC4CAQAwBQYDK2VwBCIEIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f',
                MIGRATIONS: await readD1Migrations('schema/migrations'),
              },
            },
          })),
        ],
        test: {
          ...guard,
          name: 'worker',
          include: ['tests/functions/**/*.test.ts', 'tests/schema/**/*.test.ts'],
          setupFiles: ['tests/support/worker/migrate.ts'],
        },
      },
      { test: { ...guard, name: 'local', include: ['tests/local/**/*.test.ts'] } },
    ],
  },
})
