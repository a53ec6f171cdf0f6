import { join } from 'node:path'
import { applyMigrations, root } from './local-worker.ts'
import { ensureSecrets } from './secrets.ts'

/** What `npm run dev` needs before wrangler's watch mode: local secrets and a database with the newest schema. */

ensureSecrets(join(root, '.dev.vars'))
await applyMigrations()
