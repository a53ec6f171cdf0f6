import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root, runStep, tools } from './step.ts'

/**
 * Passes when `drizzle-kit generate` finds nothing to write: the migrations say what the tables of schema/ say.
 * It works on a copy of the migrations, so a failing check leaves nothing behind in the work tree.
 * drizzle-kit takes only relative paths.
 */

const scratch = mkdtempSync(join(tmpdir(), 'tallystick-migrations-'))
cpSync(join(root, 'schema/migrations'), scratch, { recursive: true })
const before = readdirSync(scratch).length

const outcome = await runStep({
  name: 'drizzle-kit generate',
  command: [
    tools.drizzleKit,
    'generate',
    '--dialect=sqlite',
    '--schema=./schema/*tables.ts',
    `--out=${relative(root, scratch)}`,
  ],
})
const generated = readdirSync(scratch).length - before
rmSync(scratch, { recursive: true, force: true })

if (!outcome.passed || generated > 0 || !outcome.output.includes('No schema changes')) {
  console.log(outcome.output)
  console.log('the tables of schema/ and schema/migrations differ: run `npm run migrations` and commit what it writes')
  process.exitCode = 1
}
