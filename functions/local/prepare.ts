import { join } from 'node:path'
import { ensureSecrets } from './secrets.ts'
import { applyMigrations, root } from './worker.ts'

/** What `npm run dev` needs before wrangler's watch mode: local secrets and a database with the newest schema. */

ensureSecrets(join(root, '.dev.vars'))
await applyMigrations()
