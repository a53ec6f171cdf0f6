import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentPath, toolPath, toolsPath } from './tools.ts'

/** Passes when the client that the generator named by the argument makes of the document compiles with the worked example. */

const generators = {
  'openapi-typescript': (client: string) => [
    'openapi-typescript/bin/cli.js',
    documentPath,
    '--output',
    join(client, 'client.ts'),
  ],
  'hey-api': (client: string) => [
    '@hey-api/openapi-ts/bin/run.js',
    '--input',
    documentPath,
    '--output',
    join(client, 'client'),
  ],
  orval: () => ['orval/dist/bin/orval.mjs', '--config', join(toolsPath, 'orval.config.mjs')],
} as const

const isGenerator = (name: string): name is keyof typeof generators => Object.hasOwn(generators, name)

const name = process.argv[2] ?? ''
if (!isGenerator(name)) throw new Error(`Usage: check-client.ts ${Object.keys(generators).join('|')}`)
const scratch = mkdtempSync(join(tmpdir(), 'tallystick-client-'))
try {
  const [script = '', ...words] = generators[name](scratch)
  const env = { ...process.env, OPENAPI_DOCUMENT: documentPath, OPENAPI_CLIENT: scratch }
  execFileSync(process.execPath, [toolPath(script), ...words], { cwd: scratch, env, stdio: 'pipe' })
  symlinkSync(join(toolsPath, 'node_modules'), join(scratch, 'node_modules'), 'junction')
  for (const file of [`${name}.ts`, 'sides.ts']) cpSync(join(toolsPath, 'worked-example', file), join(scratch, file))
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  execFileSync(process.execPath, [toolPath('typescript/bin/tsc'), '-p', scratch], { cwd: scratch, stdio: 'pipe' })
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  if (error instanceof Error && 'stdout' in error) console.log(String(error.stdout))
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
