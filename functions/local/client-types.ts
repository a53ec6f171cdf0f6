import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { root } from './tool-environment.ts'

/**
 * Writes the declarations of the client for other projects. The compiler's own would refer to types that zod infers
 * from the schemas, so these are written out in `schema.d.ts`. The engine's declarations that the client needs are
 * copied.
 */

const scratchParent = join(root, 'dist')
const probeName = 'schema-types.ts'
const clientPath = 'functions/client'

export function writeClientTypes(distPath: string): void {
  mkdirSync(scratchParent, { recursive: true })
  const scratch = mkdtempSync(join(scratchParent, 'client-types-'))
  try {
    const sources = globSync(`${clientPath}/*.ts`, { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))
    writeFileSync(join(scratch, probeName), formatProbe(sources))
    const emitted = emit(scratch)
    const probe = readEmitted(emitted, `dist/${basename(scratch)}/${probeName}`)
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(distPath, name)), { recursive: true })
      writeFileSync(join(distPath, name), text)
    }
    const declarations = new Map<string, string>([['schema.d.ts', writtenOut(probe)]])
    for (const path of globSync(`${clientPath}/*.ts`, { cwd: root }))
      declarations.set(declared(basename(path), '.d.ts'), readEmitted(emitted, path))
    const engineNames = new Set<string>()
    for (const [name, text] of declarations) write(name, withPackagedPaths(text, engineNames))
    for (const [name, text] of engineDeclarations(emitted, engineNames)) write(name, text)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** An import of another layer: `import type { A, B } from '@tallystick/schema/run'`. */
const outerImport = /(?:import|export) type \{([^}]*)\} from '(@tallystick\/schema\/[^']+)'/g

/**
 * A module with one constant for each type that the client imports from the schemas. The compiler's declaration of such
 * a constant has its type written out.
 */
function formatProbe(sources: readonly string[]): string {
  const pathByName = new Map<string, string>()
  for (const [, names = '', path = ''] of sources.flatMap((text) => [...text.matchAll(outerImport)]))
    for (const name of names.split(',').map((each) => each.trim())) if (name !== '') pathByName.set(name, path)
  const constants = [...pathByName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, path]) => `export const ${name} = make<import('${path}').${name}>()`)
  return ['declare const make: <Type>() => Type', ...constants, ''].join('\n')
}

function emit(scratch: string): string {
  const outDir = join(scratch, 'emitted')
  const compilerOptions = { noEmit: false, declaration: true, emitDeclarationOnly: true, outDir, rootDir: root }
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions,
    include: [],
    // Listed here because the compiler declares the modules of a package only where they are named.
    files: [
      `../../${clientPath}/index.ts`,
      ...globSync('engine/*/index.ts', { cwd: root }).map((path) => `../../${path}`),
      probeName,
    ],
  }
  const configPath = join(scratch, 'tsconfig.json')
  writeFileSync(configPath, JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  try {
    execFileSync(process.execPath, [compiler, '-p', configPath], { cwd: root, stdio: 'pipe' })
  } catch (error) {
    throw new Error(String(Object(error).stdout), { cause: error })
  }
  return outDir
}

const readEmitted = (emitted: string, path: string): string =>
  readFileSync(join(emitted, declared(path, '.d.ts')), 'utf8')

/**
 * Turns the declared constants into types. The only type with an index signature beside named members is a mapping:
 * compilers refuse it unless the keys have the form that the schema asks for.
 */
const writtenOut = (probe: string): string =>
  '/** The types of requests and answers, written out of the schemas that validate them. */\n'.concat(
    probe
      .replaceAll(/^export declare const (\w+): /gm, 'export type $1 = ')
      .replaceAll('[x: string]: string;', `[name: \`attributes.\${string}\`]: string;`),
  )

/** Matches every specifier in a declaration: `from '…'` and `import("…")`. */
const specifiers = /(?<=from |import\()(['"])([^'"]+)\1/g
const engineUses =
  /(?:import|export) type \{([^}]*)\} from '@tallystick\/engine\/\w+'|import\("@tallystick\/engine\/\w+"\)\.(\w+)/g

/**
 * Replaces the project's paths by those of the package. Adds the names that are imported from the engine to
 * `engineNames`.
 */
function withPackagedPaths(text: string, engineNames: Set<string>): string {
  for (const [, list = '', name = ''] of text.matchAll(engineUses))
    for (const each of [...list.split(','), name]) if (each.trim() !== '') engineNames.add(each.trim())
  return text.replaceAll(specifiers, (_, quote: string, path: string) => {
    const packaged = path.startsWith('./')
      ? declared(path, '.js')
      : path.startsWith('@tallystick/engine/')
        ? './engine.js'
        : './schema.js'
    return `${quote}${packaged}${quote}`
  })
}

/** The declarations of the engine that `names` need, and `engine.d.ts`, which exports the names. */
function engineDeclarations(emitted: string, names: ReadonlySet<string>): ReadonlyMap<string, string> {
  const pathByName = new Map<string, string>()
  for (const door of globSync('engine/*/index.ts', { cwd: root })) {
    const text = readFileSync(join(root, door), 'utf8')
    for (const [, list = '', path = ''] of text.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g))
      for (const each of list.split(','))
        pathByName.set(each.replace('type ', '').trim(), posix.join(basename(dirname(door)), path))
  }
  const exports = [...names].sort().map((name) => {
    const path = pathByName.get(name)
    if (path === undefined) throw new Error(`No door of the engine has ${name}`)
    return { path, name }
  })
  const lines = exports.map(({ path, name }) => `export type { ${name} } from './engine/${declared(path, '.js')}'\n`)
  const declarations = new Map([['engine.d.ts', lines.join('')]])
  const reached = new Set(exports.map(({ path }) => path))
  for (const path of reached) {
    const text = readEmitted(emitted, `engine/${path}`)
    for (const [, , specifier = ''] of text.matchAll(specifiers))
      reached.add(posix.join(posix.dirname(path), specifier))
    const packaged = text.replaceAll(specifiers, (written) => declared(written, '.js'))
    declarations.set(`engine/${declared(path, '.d.ts')}`, packaged)
  }
  return declarations
}

/** Replaces the ending of a TypeScript path, or of a specifier with one, by the suffix of the output. */
const declared = (path: string, suffix: '.js' | '.d.ts'): string => path.replace(/\.ts(?=['"]?$)/, suffix)
