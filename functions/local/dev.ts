import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { applyMigrations } from './local-worker.ts'
import { ensureSecrets } from './secrets.ts'
import { root, toolEnvironment, wranglerPath } from './tool-environment.ts'

/** `npm run dev`: wrangler's watch mode, with local secrets and a database whose schema is the newest. */

ensureSecrets(join(root, '.dev.vars'))
await applyMigrations()
const wrangler = spawn(process.execPath, [wranglerPath, 'dev', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...toolEnvironment },
  stdio: 'inherit',
})
// Passes signals on, and waits until wrangler has ended. A terminal sends them to wrangler as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => wrangler.kill(signal))
wrangler.on('exit', (code) => {
  process.exitCode = code ?? 1
})
