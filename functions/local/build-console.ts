import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePageHeaders, pageRewrites } from '@tallystick/console/page-headers'
import { build } from 'vite'
import { writeReference } from './build-reference.ts'
import { writeServiceWorker } from './build-service-worker.ts'
import { root } from './tool-environment.ts'

/**
 * What the build runs (`[build]` in wrangler.toml), behind the OpenAPI document, which the editor of rules is made of: makes the page of `functions/console` into hashed files below
 * `dist/assets`, the headers that the platform sends with them, and the service worker that keeps them.
 */

const assetsPath = join(root, 'dist/assets')

// Files of an earlier build have other hashes, and would stay.
rmSync(join(assetsPath, 'console'), { recursive: true, force: true })
await build({ configFile: join(root, 'functions/console/vite.config.ts'), logLevel: 'warn' })
const headers = makePageHeaders(await writeReference(assetsPath))
writeFileSync(join(assetsPath, '_headers'), headers)
await writeServiceWorker({ assetsPath, headers })
writeFileSync(join(assetsPath, '_redirects'), pageRewrites)
