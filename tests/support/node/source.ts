import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vitest/node'
import { root } from './step.ts'

/** A node of the syntax tree (ESTree with TypeScript); offsets are in UTF-16 units of the file's text. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

export interface SourceImport {
  /** As written, e.g. `./rule.ts` or `hono`. */
  readonly specifier: string
  /** Imported names, as the other module calls them; `*` for a namespace or a re-export of everything. */
  readonly names: readonly string[]
  /** The file of ours that it leads to, from the root; undefined for a package. */
  readonly path: string | undefined
  /** Whether nothing of it is left when the program runs. */
  readonly typeOnly: boolean
}

export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string
  readonly text: string
  readonly lineCount: number
  readonly program: SyntaxNode
  readonly imports: readonly SourceImport[]
}

/** Reads and parses every TypeScript file, JSX included, under the directories, sorted by path; declaration files are left out. */
export function readSources(...directories: readonly string[]): readonly SourceFile[] {
  return directories
    .flatMap((directory) => globSync(`${directory}/**/*.{ts,tsx}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.d.ts') && !path.includes('node_modules'))
    .sort()
    .map(readSource)
}

/** Visits every node below (and with) the given one, parents before children, each with its chain of parents, nearest first. */
function visitNodes(node: SyntaxNode, visit: Visit, parents: readonly SyntaxNode[] = []): void {
  visit(node, parents)
  const chain = [node, ...parents]
  for (const value of Object.values(node)) {
    if (typeof value !== 'object') continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visitNodes(child, visit, chain)
  }
}

type Visit = (node: SyntaxNode, parents: readonly SyntaxNode[]) => void

/** The same nodes as a list. */
export function nodesOf(node: SyntaxNode): readonly (readonly [SyntaxNode, readonly SyntaxNode[]])[] {
  const nodes: (readonly [SyntaxNode, readonly SyntaxNode[]])[] = []
  visitNodes(node, (each, parents) => void nodes.push([each, parents]))
  return nodes
}

/** The line of an offset, from 1. */
export function lineOf(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length
}

/** A member of a node that is itself a node. */
export function childOf(node: SyntaxNode | undefined, member: string): SyntaxNode | undefined {
  const value = node?.[member]
  return isNode(value) ? value : undefined
}

function readSource(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8')
  const program = parseProgram(path, text)
  const imports: SourceImport[] = []
  visitNodes(program, (node) => void imports.push(...importOf(path, node)))
  return { path, text, lineCount: text.trimEnd().split('\n').length, program, imports }
}

/** The syntax tree of a file of ours, or of a package. */
export function parseProgram(path: string, text: string): SyntaxNode {
  const program: unknown = parseAst(text, { lang: langOf(path) })
  if (!isNode(program)) throw new Error(`${path} has no syntax tree`)
  return program
}

const langOf = (path: string): 'ts' | 'tsx' | 'js' =>
  path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js'

function importOf(path: string, node: SyntaxNode): readonly SourceImport[] {
  if (!/^(Import(Declaration|Expression)|Export(Named|All)Declaration)$/.test(node.type)) return []
  const specifier = childOf(node, 'source')?.['value']
  if (typeof specifier !== 'string') return []
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : []
  const names = specifiers.map((each) => nameOf(childOf(each, 'imported') ?? childOf(each, 'local')))
  const typeOnly = isTypeOnly(node) || (specifiers.length > 0 && specifiers.every(isTypeOnly))
  return [{ specifier, names: specifiers.length === 0 ? ['*'] : names, path: resolve(path, specifier), typeOnly }]
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node['importKind'] === 'type' || node['exportKind'] === 'type'
}

function resolve(from: string, specifier: string): string | undefined {
  const [, name, door] = /^@tallystick\/([^/]+)(\/.+)?$/.exec(specifier.replace(/\?.*$/, '')) ?? []
  if (name !== undefined) return behindDoor(name, door)
  if (!specifier.startsWith('.')) return undefined
  // A query says how the page's bundler takes a file.
  const path = join(dirname(from), specifier.replace(/\?.*$/, '')).replaceAll('\\', '/')
  return /\.tsx?$/.test(path) ? path : globSync([`${path}.ts`, `${path}/index.ts`], { cwd: root })[0]
}

/** The file behind a door (a key of `exports`) of one of our packages. Throws where it has no such door. */
function behindDoor(name: string, door = ''): string {
  const folder = ['engine', 'schema'].includes(name) ? name : `functions/${name}`
  const exports = readManifest(folder).exports ?? {}
  const path = exports[`.${door}`] ?? exports['./*']?.replace('*', door.slice(1))
  if (path === undefined) throw new Error(`@tallystick/${name} has no door ${door}`)
  return join(folder, path)
}

/** What is read of a package.json. */
export interface Manifest {
  readonly exports?: { readonly [door: string]: string }
  readonly dependencies?: { readonly [name: string]: string }
  readonly devDependencies?: { readonly [name: string]: string }
  readonly peerDependencies?: { readonly [name: string]: string }
}

const manifests = new Map<string, Manifest>()

/** The package.json of a folder. Read once. */
export function readManifest(folder: string): Manifest {
  const known = manifests.get(folder)
  if (known) return known
  const manifest: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  manifests.set(folder, manifest)
  return manifest
}

function nameOf(identifier: SyntaxNode | undefined): string {
  const name = identifier?.['name'] ?? identifier?.['value']
  return typeof name === 'string' ? name : '*'
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

type Test = (node: SyntaxNode, parents: readonly SyntaxNode[]) => boolean

/** Where in the file the test holds, one `path:line` each. */
export function find(file: SourceFile, test: Test): readonly string[] {
  const found: string[] = []
  visitNodes(file.program, (node, parents) => {
    if (test(node, parents)) found.push(`${file.path}:${lineOf(file, node.start)}`)
  })
  return found
}

export function textOf(file: SourceFile, node: SyntaxNode): string {
  return file.text.slice(node.start, node.end)
}

export function linesOf(file: SourceFile, node: SyntaxNode): number {
  return textOf(file, node).split('\n').length
}

export function isFunction(node: SyntaxNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

export function calleeOf(file: SourceFile, call: SyntaxNode): string {
  const callee = childOf(call, 'callee')
  return callee === undefined ? '' : textOf(file, callee)
}
