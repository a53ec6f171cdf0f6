import { expect, it } from 'vitest'
import { engine, everything, product, worker } from './support/node/floor-plan.ts'
import {
  calleeOf,
  childOf,
  find,
  isFunction,
  linesOf,
  type SourceFile,
  type SyntaxNode,
  textOf,
} from './support/node/source.ts'

/** The house style, as far as a machine can hold it. */

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
    .filter((file) => file.path !== 'functions/service/platform/isolate.ts')
    .flatMap((file) => find(file, (node) => isClock(file, node)))
  expect(breaches).toEqual([])
})

it('has no type any, no left-over marker and no lint suppression without a reason', () => {
  const marker = /\b(TODO|FIXME|HACK)\b|biome-ignore[^:]*(:\s*)?$|@ts-ignore|@ts-nocheck/m
  const breaches = everything
    .filter((file) => file.path !== 'tests/style.test.ts')
    .flatMap((file) => [
      ...find(file, (node) => node.type === 'TSAnyKeyword'),
      ...(marker.test(file.text) ? [`${file.path}: ${marker.exec(file.text)?.[0]}`] : []),
    ])
  expect(breaches).toEqual([])
})

it('reads no index with a default: a wrong index stops the run', () => {
  expect(product.flatMap((file) => find(file, isIndexWithDefault))).toEqual([])
})

it('holds one idea a file: at most 200 lines, 300 for tables, route schemas and tests', () => {
  const isLonger = (path: string) => /^(schema|tests|functions\/service\/routes)\//.test(path)
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

it('names files in kebab case and exports by name, where no tool demands otherwise', () => {
  const misnamed = everything.filter(
    (file) => !/^([a-z0-9.-]+\/)+[a-z0-9]+(-[a-z0-9]+)*(\.slow)?(\.(test|config))?\.tsx?$/.test(file.path),
  )
  const demanded = ['functions/service/index.ts', 'functions/console/vite.config.ts']
  const unnamed = product.filter((file) => !demanded.includes(file.path) && find(file, isDefaultExport).length > 0)
  expect([...misnamed, ...unnamed].map((file) => file.path)).toEqual([])
})

/** `list[index] ?? 0` and its like: an index that is computed, and a number, a text or an empty list in its place. */
function isIndexWithDefault(node: SyntaxNode): boolean {
  const [left, right] = [childOf(node, 'left'), childOf(node, 'right')]
  if (node.type !== 'LogicalExpression' || node['operator'] !== '??') return false
  if (left?.type !== 'MemberExpression' || left['computed'] !== true) return false
  return /^(Literal|UnaryExpression|ArrayExpression|TemplateLiteral)$/.test(right?.type ?? '')
}

function arityOf(node: SyntaxNode): number {
  return Array.isArray(node['params']) ? node['params'].length : 0
}

/** A call of `describe`, whose function is a list of tests. */
function isSuite(node: SyntaxNode | undefined): boolean {
  return node?.type === 'CallExpression' && childOf(node, 'callee')?.['name'] === 'describe'
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
