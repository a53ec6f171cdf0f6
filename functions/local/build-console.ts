import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePageHeaders } from '@tallystick/console/page-headers'
import { build } from 'vite'
import { writeDocuments } from './build-documents.ts'
import { writeReference } from './build-reference.ts'
import { writeServiceWorker } from './build-service-worker.ts'
import { root } from './tool-environment.ts'

/**
 * Builds the page of `functions/console` into hashed files below `dist/assets`, its documents, their headers, and the
 * service worker.
 * Part of `[build]` in wrangler.toml; has to run after the build of the OpenAPI document, from which the rules editor
 * takes its schemas.
 */

const assetsPath = join(root, 'dist/assets')

// Files of an earlier build have other names, so nothing would overwrite them.
rmSync(join(assetsPath, 'console'), { recursive: true, force: true })
for (const document of globSync('**/*.html', { cwd: assetsPath })) rmSync(join(assetsPath, document))
await build({ configFile: join(root, 'functions/console/vite.config.ts'), logLevel: 'warn' })
await writeDocuments(assetsPath)
const headers = makePageHeaders(await writeReference(assetsPath))
writeFileSync(join(assetsPath, '_headers'), headers)
await writeServiceWorker({ assetsPath, headers })
