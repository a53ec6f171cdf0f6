import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin'
import { defineConfig } from 'vitest/config'

/** Three projects: the pure engine in Node, the whole Worker inside workerd, and what runs on a developer's machine. */
export default defineConfig({
  test: {
    // Vitest would leave one core to the terminal: half of a machine with two.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'engine', include: ['tests/engine/**/*.test.ts', 'tests/*.test.ts'], testTimeout: 60_000 } },
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
          name: 'worker',
          include: ['tests/functions/**/*.test.ts', 'tests/schema/**/*.test.ts'],
          setupFiles: ['tests/support/worker/migrate.ts'],
        },
      },
      { test: { name: 'local', include: ['tests/local/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 } },
    ],
  },
})
