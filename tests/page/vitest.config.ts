import { tmpdir } from 'node:os'
import { defineConfig } from 'vitest/config'
import { toolEnvironment } from '../../functions/local/tool-environment.ts'
import { memoryFolder } from '../support/node/memory-folder.ts'

/** What `npm run test:page` runs: journeys through the page in a real browser, which `npm test` leaves out. */

Object.assign(process.env, toolEnvironment)
process.env['TMPDIR'] = memoryFolder() ?? process.env['TMPDIR'] ?? tmpdir()

export default defineConfig({
  test: {
    name: 'page',
    root: `${import.meta.dirname}/../..`,
    include: ['tests/page/**/*.test.ts'],
    globalSetup: ['tests/support/page/page-setup.ts'],
    // A guard against a hang, never a measurement.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    // One journey at a time: the browser and the service share the machine with it.
    fileParallelism: false,
    experimental: { viteModuleRunner: false },
  },
})
