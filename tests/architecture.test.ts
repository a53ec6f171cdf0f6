import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { childOf, lineOf, nodesOf, readSources, type SourceFile, type SyntaxNode } from './support/node/source.ts'
import { root } from './support/node/step.ts'

/** The house style, as far as a machine can hold it: see architecture.md and style.md of the design. */

interface Manifest {
  readonly dependencies: { readonly [name: string]: string }
  readonly devDependencies: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
}

const engine = readSources('engine')
const schema = readSources('schema')
const functions = readSources('functions')
const tests = readSources('tests')
const product = [...engine, ...schema, ...functions]
/** The others run in Node on someone’s own machine. */
const isHosted = (path: string) => !/^functions\/(cli|local)\//.test(path)
const worker = functions.filter((file) => isHosted(file.path))
const everything = [...product, ...tests]

it('imports in one direction only: functions, then schema, then engine, and nothing of ours from engine', () => {
  const mayImport = { engine: ['engine'], schema: ['schema', 'engine'], functions: ['functions', 'schema', 'engine'] }
  const breaches = product.flatMap((file) =>
    file.imports
      .filter(
        ({ path }) => path !== undefined && !mayImport[layerOf(file)].some((layer) => path.startsWith(`${layer}/`)),
      )
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  )
  expect(breaches).toEqual([])
})

it('keeps packages and the platform out of the engine', () => {
  const packages = engine.flatMap((file) => file.imports.filter(({ path }) => path === undefined))
  expect(packages.map(({ specifier }) => specifier)).toEqual([])
})

it('reaches the engine through its public surface only', () => {
  const inner = [...schema, ...functions].flatMap((file) =>
    file.imports
      .filter(({ path, specifier }) => path?.startsWith('engine/') && specifier !== '@tallystick/engine')
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  )
  expect(inner).toEqual([])
})

it('has no import from one route to another', () => {
  const sideways = functions
    .filter((file) => file.path.startsWith('functions/routes/'))
    .flatMap((file) =>
      file.imports
        .filter(({ path }) => path?.startsWith('functions/routes/'))
        .map(({ path }) => `${file.path} → ${path}`),
    )
  expect(sideways).toEqual([])
})

it('keeps what runs on someone’s own machine out of the Worker', () => {
  const local = worker.flatMap((file) =>
    file.imports
      .filter(({ path, specifier }) => (path !== undefined && !isHosted(path)) || /^node:(?!crypto$)/.test(specifier))
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  )
  expect(local).toEqual([])
})

it('has no file that nothing leads to', () => {
  const entries = [
    'functions/index.ts',
    'functions/local/start.ts',
    'functions/local/prepare.ts',
    'functions/cli/main.ts',
    'schema/zod-without-locales.ts',
    'tests/support/node/run-all.ts',
    'tests/support/node/check-migrations.ts',
    'tests/support/node/check-bundle.ts',
    'tests/support/worker/migrate.ts',
  ].concat(
    tests.map((file) => file.path).filter((path) => path.endsWith('.test.ts') || path.startsWith('tests/bench/')),
  )
  const reached = reachedFrom(entries)
  const runnable = reachedFrom(entries.filter((path) => !path.startsWith('tests/')))
  const dead = everything.filter((file) => !(file.path.startsWith('tests/') ? reached : runnable).has(file.path))
  expect(dead.map((file) => file.path)).toEqual([])
})

it('declares every package that it imports, and imports every one that the Worker declares', () => {
  const manifest = readManifest('.')
  const packagesOf = (files: readonly SourceFile[]) =>
    new Set(
      files
        .flatMap((file) => file.imports.map(({ specifier }) => specifier))
        .filter((specifier) => !/^(\.|node:|cloudflare:)/.test(specifier))
        .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier),
    )
  const undeclared = [...packagesOf(everything)].filter(
    (name) => manifest.dependencies[name] === undefined && manifest.devDependencies[name] === undefined,
  )
  const used = packagesOf(product)
  const peers = [...used].flatMap((name) => Object.keys(readManifest(`node_modules/${name}`).peerDependencies ?? {}))
  const unused = Object.keys(manifest.dependencies).filter((name) => !used.has(name) && !peers.includes(name))
  expect({ undeclared, unused }).toEqual({ undeclared: [], unused: [] })
})

it('keeps SQL and the query builder inside functions/store', () => {
  const sql = /\b(SELECT\s[\s\S]+\sFROM|INSERT (OR \w+ )?INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\b/
  const breaches = worker
    .filter((file) => !file.path.startsWith('functions/store/'))
    .flatMap((file) => [
      ...file.imports
        .filter(({ specifier, typeOnly }) => specifier.startsWith('drizzle-orm') && !typeOnly)
        .map(() => `${file.path}: drizzle`),
      ...find(
        file,
        (node) => (node.type === 'Literal' || node.type === 'TemplateElement') && sql.test(textOf(file, node)),
      ),
    ])
  expect(breaches).toEqual([])
})

it('keeps zod inside schema', () => {
  const breaches = [...engine, ...functions].flatMap((file) =>
    file.imports
      .filter(
        ({ specifier, names, typeOnly }) =>
          !typeOnly && (/^zod(\/|$)/.test(specifier) || (specifier === '@hono/zod-openapi' && names.includes('z'))),
      )
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  )
  expect(breaches).toEqual([])
})

it('names the HTTP status of a problem in functions/http/problem.ts only', () => {
  const breaches = worker
    .filter((file) => file.path !== 'functions/http/problem.ts')
    .flatMap((file) => find(file, (node, parents) => isErrorStatus(node) && isStatusPosition(file, node, parents[0])))
  expect(breaches).toEqual([])
})

it('lets the engine see no clock, chance, locale or floating-point function', () => {
  const forbidden = /^(Date|performance|crypto|Intl|console|process|globalThis|fetch|setTimeout|queueMicrotask)$/
  const methods = /^Math\.(random|pow|log|log2|log10|exp|sqrt|sin|cos)$|\.(toLocale\w+|localeCompare)$/
  const breaches = engine.flatMap((file) =>
    find(file, (node, parents) =>
      node.type === 'Identifier'
        ? forbidden.test(String(node['name'])) && isValueReference(node, parents[0])
        : node.type === 'MemberExpression' && methods.test(textOf(file, node)),
    ),
  )
  expect(breaches).toEqual([])
})

it('takes the time from the isolate, so that a test can set it', () => {
  const breaches = worker
    .filter((file) => file.path !== 'functions/platform/isolate.ts')
    .flatMap((file) => find(file, (node) => isClock(file, node)))
  expect(breaches).toEqual([])
})

it('has no type any, no left-over marker and no lint suppression without a reason', () => {
  const marker = /\b(TODO|FIXME|HACK)\b|biome-ignore[^:]*(:\s*)?$|@ts-ignore|@ts-nocheck/m
  const breaches = everything
    .filter((file) => file.path !== 'tests/architecture.test.ts')
    .flatMap((file) => [
      ...find(file, (node) => node.type === 'TSAnyKeyword'),
      ...(marker.test(file.text) ? [`${file.path}: ${marker.exec(file.text)?.[0]}`] : []),
    ])
  expect(breaches).toEqual([])
})

it('holds one idea a file: at most 200 lines, 300 for tables, route schemas and tests', () => {
  const isLonger = (path: string) => /^(schema|tests|functions\/routes)\//.test(path)
  const long = everything.filter((file) => file.lineCount > (isLonger(file.path) ? 300 : 200))
  expect(long.map((file) => `${file.path}: ${file.lineCount}`)).toEqual([])
})

it('holds one thought a function: at most 60 lines', () => {
  const long = everything.flatMap((file) =>
    find(file, (node, parents) => isFunction(node) && !isSuite(parents[0]) && linesOf(file, node) > 60),
  )
  expect(long).toEqual([])
})

it('names what is passed: at most three positional arguments', () => {
  expect(product.flatMap((file) => find(file, (node) => isFunction(node) && arityOf(node) > 3))).toEqual([])
})

it('names files in kebab case and exports by name, the Worker’s entry excepted', () => {
  const misnamed = everything.filter((file) => !/^([a-z0-9.-]+\/)+[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/.test(file.path))
  const unnamed = product.filter((file) => file.path !== 'functions/index.ts' && find(file, isDefaultExport).length > 0)
  expect([...misnamed, ...unnamed].map((file) => file.path)).toEqual([])
})

it('says before every exported function what comes back', () => {
  const undocumented = product.flatMap((file) =>
    find(file, (node) => isExportedFunction(node) && !file.text.slice(0, node.start).trimEnd().endsWith('*/')),
  )
  expect(undocumented).toEqual([])
})

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'))
}

function layerOf(file: SourceFile): 'engine' | 'schema' | 'functions' {
  return file.path.startsWith('engine/') ? 'engine' : file.path.startsWith('schema/') ? 'schema' : 'functions'
}

function reachedFrom(entries: readonly string[]): ReadonlySet<string> {
  const byPath = new Map(everything.map((file) => [file.path, file]))
  const reached = new Set(entries)
  for (const path of reached) {
    for (const each of byPath.get(path)?.imports ?? []) if (each.path !== undefined) reached.add(each.path)
  }
  return reached
}

type Test = (node: SyntaxNode, parents: readonly SyntaxNode[]) => boolean

/** Where in the file the test holds, one `path:line` each. */
function find(file: SourceFile, test: Test): readonly string[] {
  const found: string[] = []
  for (const [node, parents] of nodesOf(file.program)) {
    if (test(node, parents)) found.push(`${file.path}:${lineOf(file, node.start)}`)
  }
  return found
}

function textOf(file: SourceFile, node: SyntaxNode): string {
  return file.text.slice(node.start, node.end)
}

function linesOf(file: SourceFile, node: SyntaxNode): number {
  return textOf(file, node).split('\n').length
}

function isFunction(node: SyntaxNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function arityOf(node: SyntaxNode): number {
  return Array.isArray(node['params']) ? node['params'].length : 0
}

/** A call of `describe`, whose function is a list of tests. */
function isSuite(node: SyntaxNode | undefined): boolean {
  return node?.type === 'CallExpression' && childOf(node, 'callee')?.['name'] === 'describe'
}

function isErrorStatus(node: SyntaxNode): boolean {
  const value = node['value']
  return node.type === 'Literal' && typeof value === 'number' && value >= 400 && value <= 599
}

/** A key of `responses`, a `status` member or comparison, or an argument of a call that answers. */
function isStatusPosition(file: SourceFile, node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent?.type === 'Property') return parent['key'] === node || /^(status|code)/.test(textOf(file, parent))
  if (parent?.type === 'BinaryExpression') return /status/i.test(textOf(file, parent))
  return parent?.type === 'CallExpression' && /\.(json|text|body|html|newResponse|status)$/.test(calleeOf(file, parent))
}

function calleeOf(file: SourceFile, call: SyntaxNode): string {
  const callee = childOf(call, 'callee')
  return callee === undefined ? '' : textOf(file, callee)
}

/** Not a member's name, an object's key or a type. */
function isValueReference(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent?.type === 'MemberExpression') return parent['object'] === node
  return parent?.type !== 'Property' && !parent?.type.startsWith('TS')
}

function isClock(file: SourceFile, node: SyntaxNode): boolean {
  if (node.type === 'NewExpression') return calleeOf(file, node) === 'Date' && /\(\s*\)$/.test(textOf(file, node))
  return node.type === 'MemberExpression' && /^(Date\.now|performance\.now)$/.test(textOf(file, node))
}

function isDefaultExport(node: SyntaxNode): boolean {
  return node.type === 'ExportDefaultDeclaration'
}

function isExportedFunction(node: SyntaxNode): boolean {
  if (node.type !== 'ExportNamedDeclaration') return false
  const declaration = childOf(node, 'declaration')
  if (declaration?.type === 'FunctionDeclaration') return true
  const declarators = declaration?.['declarations']
  return (
    Array.isArray(declarators) &&
    declarators.some((each: SyntaxNode) => childOf(each, 'init')?.type === 'ArrowFunctionExpression')
  )
}
