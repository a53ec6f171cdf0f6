import { execFileSync, execSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../support/node/step.ts'
import { toolPath, toolsPath } from './tools.ts'

/** Passes when an empty project can install the packed client, compile a program with it strictly, and run that. */

const example = 'packed-client'
const scratch = mkdtempSync(join(tmpdir(), 'tallystick-package-'))
const project = join(scratch, 'project')
try {
  // Shell: npm is a script, whose name differs by platform.
  const npm = (words: string, cwd: string) => execSync(`npm ${words}`, { cwd, stdio: 'pipe' })
  npm('run build:client', root)
  npm(`pack ./dist/client --pack-destination "${scratch}"`, root)
  const archive = readdirSync(scratch).find((name) => name.endsWith('.tgz'))
  if (archive === undefined) throw new Error('npm packed nothing')
  cpSync(join(toolsPath, 'worked-example', `${example}.ts`), join(project, `${example}.ts`))
  writeFileSync(join(project, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }')
  npm(`install --offline --no-audit --no-fund "${join(scratch, archive)}"`, project)
  const installed = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
  if (installed.join() !== '@tallystick') throw new Error(`The client brings ${installed.join()}`)
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    // The declarations of the client are checked as well.
    skipLibCheck: false,
    types: [],
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [`${example}.ts`] }))
  execFileSync(process.execPath, [toolPath('typescript/bin/tsc'), '-p', project], { cwd: project, stdio: 'pipe' })
  execFileSync(process.execPath, [`${example}.js`], { cwd: project, stdio: 'pipe' })
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  if (error instanceof Error && 'stdout' in error) console.log(String(error.stdout))
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
