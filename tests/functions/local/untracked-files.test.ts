import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLong } from '../../support/forms.ts'
import { copyOfProject, type ProjectCopy } from '../../support/node/copy-of-project.ts'
import { tools } from '../../support/node/step.ts'
import { readWorkerOptions } from '../../support/node/worker-options.ts'

/** The project's checks do not see what `npm start` and the commands of the documentation leave in its folder. */

let project: ProjectCopy

beforeAll(() => {
  project = copyOfProject('biome.json')
})
afterAll(() => project.remove())

it('tests the Worker with the variables of wrangler.toml and of the tests, whatever .dev.vars says', async () => {
  write('.dev.vars', 'LOG_ORIGIN=localhost\nENVIRONMENT=live\nSIGNING_KEY_PREVIOUS=left over\n')
  write('.env', 'FROM_DOT_ENV=left over\n')
  const { workerOptions } = await readWorkerOptions(project.path, { ENVIRONMENT: 'test' })
  expect(workerOptions).toMatchObject({ bindings: { ENVIRONMENT: 'test', CORS_ORIGINS: '' } })
  expect(JSON.stringify(workerOptions)).not.toMatch(/LOG_ORIGIN|SIGNING_KEY_PREVIOUS|FROM_DOT_ENV|left over/)
})

it.runIf(isLong)('lints the sources alone', () => {
  for (const name of ['statement.json', 'keys.txt', 'result.ndjson', 'scratch.ts']) write(name, '{ "broken')
  // The linter skips what git ignores; here git ignores only the packages.
  write('.gitignore', 'node_modules/\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tools.biome, 'check', '--error-on-warnings'], {
    cwd: project.path,
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
  expect(stdout + stderr).toMatch(/Checked [0-9]{2,} files/)
})

function write(name: string, text: string): void {
  writeFileSync(join(project.path, name), text)
}
