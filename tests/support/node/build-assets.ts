import { execFileSync } from 'node:child_process'
import { root } from './step.ts'

/** Makes the static assets of the Worker, as its build does: so that a test never reads those of an older source. */
export function buildAssets(): void {
  execFileSync(process.execPath, ['functions/local/npm-script.js', 'functions/local/build-openapi.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
