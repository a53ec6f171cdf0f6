import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SaxesParser } from 'saxes'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bundlePackages, smallPackages } from '../functions/local/bundle-packages.ts'
import { leftOut, withoutParts } from '../functions/local/left-out.ts'
import * as drizzleBundled from '../schema/drizzle-bundled.ts'
import * as honoBundled from '../schema/hono-bundled.ts'
import { datasets, runs } from '../schema/tables.ts'
import * as bundled from '../schema/zod-bundled.ts'
import { isLong } from './support/forms.ts'
import { copyOfProject } from './support/node/copy-of-project.ts'
import { readLocalConfig } from './support/node/deploying.ts'
import { schema, worker } from './support/node/floor-plan.ts'
import { childOf, nodesOf, parseProgram, type SyntaxNode } from './support/node/source.ts'
import { root } from './support/node/step.ts'

/** What the bundler puts in place of a package: code and tests run with the package itself. */

it('bundles of zod the members that the Worker uses, and no other', () => {
  const used = [...schema, ...worker].flatMap((file) =>
    [...nodesOf(file.program)]
      .filter(([node]) => node.type === 'MemberExpression' && childOf(node, 'object')?.['name'] === 'z')
      .map(([node]) => String(childOf(node, 'property')?.['name'])),
  )
  const ofOpenApi = readFileSync(join(root, 'node_modules/@hono/zod-openapi/dist/index.mjs'), 'utf8')
  expect(ofOpenApi.match(/\bz\.\w+/g)).toBeNull()
  // `extendZodWithOpenApi` of @asteasolutions/zod-to-openapi gives its prototype a method.
  expect(Object.keys(bundled.z).sort()).toEqual([...new Set([...used, 'ZodType'])].sort())
})

it('bundles the members of zod as zod has them', () => {
  for (const [name, member] of Object.entries(bundled.z)) expect(member, name).toBe(Reflect.get(z, name))
})

it('takes zod for nothing but its namespace, which is what is bundled', () => {
  const others = [...schema, ...worker].flatMap((file) =>
    file.imports
      .filter(({ specifier }) => /^zod\b/.test(specifier))
      .map(({ specifier }) => `${file.path}: ${specifier}`),
  )
  expect(others).toEqual(['schema/zod-members.ts: zod/v4'])
  expect(Object.keys(bundled)).toEqual(['z'])
})

it.runIf(isLong)('is made by the build in a fresh clone, where nothing is left of an earlier one', async () => {
  const command = (await readLocalConfig()).build?.command ?? ''
  const copy = copyOfProject()
  try {
    for (const [program, ...words] of command.split(' && ').map((step) => step.split(' '))) {
      expect(program).toBe('node')
      execFileSync(process.execPath, words, { cwd: copy.path })
    }
    expect(readdirSync(join(copy.path, 'dist')).sort()).toEqual([
      'assets',
      'drizzle.js',
      'hono.js',
      'saxes.js',
      'zod.js',
    ])
  } finally {
    copy.remove()
  }
})

it('bundles of drizzle and hono what the Worker imports, and no other', async () => {
  const imported = (packages: RegExp) =>
    [...schema, ...worker]
      .filter(({ path }) => path !== 'schema/hono-bundled.ts')
      .flatMap((file) => [...nodesOf(file.program)].flatMap(([node]) => valuesOf(node, packages)))
  const pairs = [
    [drizzleBundled, /^drizzle-orm\b/, ['drizzle-orm', 'drizzle-orm/d1', 'drizzle-orm/sqlite-core']],
    [honoBundled, /^@?hono\b/, ['@hono/zod-openapi', 'hono/route']],
  ] as const
  for (const [small, packages, specifiers] of pairs) {
    expect(Object.keys(small).sort()).toEqual([...new Set(imported(packages))].sort())
    const modules = await Promise.all(specifiers.map((specifier): Promise<object> => import(specifier)))
    const whole: { readonly [name: string]: unknown } = Object.assign({}, ...modules)
    for (const [name, member] of Object.entries(small)) expect(member, name).toBe(whole[name])
  }
})

it('uses no member of a package that is left out of the bundle', async () => {
  await bundlePackages()
  const packages = Object.values(smallPackages).map(({ path }) => parseProgram(path, readFileSync(path, 'utf8')))
  const programs = [...schema, ...worker].map((file) => file.program).concat(packages)
  const called = new Set(programs.flatMap((program) => [...nodesOf(program)].flatMap(([node]) => calledNamesOf(node))))
  const members = leftOut.flatMap((part) => ('members' in part ? part.members : []))
  expect(programs.length).toBeGreaterThan(packages.length + 100)
  expect(members.length).toBeGreaterThan(50)
  expect(members.filter((name) => called.has(name))).toEqual([])
})

it('has no schema that contains itself, whose reader is left out', () => {
  const getters = schema.flatMap((file) =>
    [...nodesOf(file.program)].filter(([node]) => node['kind'] === 'get').map(() => file.path),
  )
  expect(getters).toEqual([])
})

it('ends the build where a package has no longer what is left out', () => {
  const text =
    'class Made {\n  kept() {\n    return 1;\n  }\n  async gone(a) {\n    if (a) {\n    }\n  }\n  lost = make("x");\n}\n'
  const file = 'package/file.js'
  const left = withoutParts(text, { file, members: ['gone', 'lost'], pieces: [['return 1', 'return 2']] })
  expect(left).toBe('class Made {\n  kept() {\n    return 2;\n  }\n}\n')
  expect(() => withoutParts(text, { file, members: ['none'], pieces: [] })).toThrow('package/file.js has no none')
  expect(() => withoutParts(text, { file, members: [], pieces: [['return 3', '']] })).toThrow(
    'package/file.js has no return 3',
  )
})

it('writes zod smaller, which otherwise does the same', async () => {
  await bundlePackages()
  const written: typeof bundled = await import(pathToFileURL(smallPackages.zod.path).href)
  expect(Object.keys(written.z).sort()).toEqual(Object.keys(bundled.z).sort())
  const outcomes = [written.z, bundled.z].map((z) => {
    const schema = z.strictObject({
      name: z.string().min(2).max(4).trim().toLowerCase(),
      count: z.int().default(7),
      at: z.iso.datetime().nullable().optional(),
      on: z.iso.date().optional(),
      kind: z.union([z.literal(['a', 'b']), z.tuple([z.boolean(), z.enum(['x', 'y'])]).readonly()]).optional(),
      rates: z.record(z.string().regex(/^[A-Z]+$/), z.number().max(2)).optional(),
      some: z.partialRecord(z.enum(['x', 'y']), z.unknown()).optional(),
    })
    const checked = schema.superRefine(({ count }, c) => {
      if (count === 13) c.addIssue({ code: 'custom', message: 'thirteen' })
    })
    const more = schema.extend({ list: z.array(z.looseObject({ id: z.string() })).max(2) }).partial()
    z.config({ customError: ({ code, input }) => `${code} of ${JSON.stringify(input)}` })
    return [
      { name: ' Ab ', kind: 'a', some: { x: [] }, at: null },
      { name: 'a', count: 1.5, other: true },
      { name: 'abc', at: 'now', on: '2026-02-30', kind: [true, 'z'], rates: { a: 1, B: 3 }, some: { z: 1 } },
      { name: 'abc', count: 13, at: '2026-01-02T03:04:05Z', on: '2026-02-28', kind: [true, 'y'] },
      'text',
    ].flatMap((value) =>
      [checked, more].map((each) => each.safeParse(value)).map(({ data, error }) => ({ data, issues: error?.issues })),
    )
  })
  z.config({ customError: undefined })
  expect(outcomes[0]).toEqual(outcomes[1])
  expect(readFileSync(smallPackages.zod.path, 'utf8')).not.toMatch(/json-schema\.org|new F\(|Invalid input: expected/)
})

it('writes drizzle smaller, whose statements are the same', async () => {
  await bundlePackages()
  const written: typeof drizzleBundled = await import(pathToFileURL(smallPackages.drizzle.path).href)
  const outcomes = [written, drizzleBundled].map(
    ({ and, count, desc, drizzle, eq, inArray, notExists, sql, union }) => {
      // No statement is run.
      const db = drizzle(Object.create(null))
      const ids = (table: typeof runs | typeof datasets) => db.select({ id: table.id }).from(table)
      const ofTenant = and(eq(runs.tenantId, 'ten_1'), inArray(runs.id, ['a', 'b']))
      const counted = db
        .select({ id: runs.id, count: count().as('count') })
        .from(runs)
        .groupBy(runs.id)
        .as('counted')
      return [
        db.select().from(runs).where(ofTenant).orderBy(desc(runs.id)).limit(3).offset(1),
        db.select().from(runs).leftJoin(counted, eq(counted.id, runs.id)).innerJoin(datasets, eq(datasets.id, runs.id)),
        union(ids(runs), ids(datasets)).orderBy(sql`1`),
        db
          .delete(runs)
          .where(notExists(ids(datasets).where(eq(datasets.id, runs.id))))
          .returning({ id: runs.id }),
        db
          .update(runs)
          .set({ name: sql`upper(${runs.name})` })
          .where(ofTenant),
      ].map((statement) => statement.toSQL())
    },
  )
  expect(outcomes[0]).toEqual(outcomes[1])
})

it('writes hono smaller, which otherwise does the same', async () => {
  await bundlePackages()
  const written: typeof honoBundled = await import(pathToFileURL(smallPackages.hono.path).href)
  const outcomes = [written, honoBundled].map(async ({ OpenAPIHono, createRoute, matchedRoutes, z }) => {
    const router = new OpenAPIHono({
      defaultHook: (result, c) => (result.success ? undefined : c.json(result.error.issues, 422)),
    })
    const request = {
      params: z.object({ id: z.string().min(2) }),
      query: z.strictObject({ limit: z.string().optional() }),
      headers: z.object({ 'X-Count': z.string().regex(/^\d+$/) }),
    }
    const responses = { 200: { description: 'What was read' } }
    router.openapi(createRoute({ method: 'get', path: '/things/{id}', request, responses }), (c) =>
      c.json([c.req.valid('param'), c.req.valid('query'), c.req.valid('header'), matchedRoutes(c).length], 200),
    )
    const app = new OpenAPIHono()
    app.use(async (c, next) => {
      await next()
      c.header('X-Seen', c.req.path)
    })
    app.route('/api', router)
    app.notFound((c) => c.text('none', 404))
    app.onError((error, c) => c.text(error.message, 500))
    const paths = [
      '/api/things/ab?limit=3',
      '/api/things/a',
      '/api/things/ab?other=1',
      '/api/none',
      '/api/things/%F0ab',
    ]
    const answers = paths.flatMap((path) =>
      ['7', 'x'].map((count) => app.request(path, { headers: { 'x-count': count } })),
    )
    return Promise.all(
      answers.map(async (answer) => [(await answer).status, [...(await answer).headers], await (await answer).text()]),
    )
  })
  expect(await outcomes[0]).toEqual(await outcomes[1])
})

it('writes saxes smaller, which otherwise does the same', async () => {
  await bundlePackages()
  const written: { readonly SaxesParser: typeof SaxesParser } = await import(
    pathToFileURL(smallPackages.saxes.path).href
  )
  const texts = [
    '<?xml version="1.0" encoding="UTF-8"?>\n<a:b xmlns:a="urn:x" c="1 &amp; 2">t\u00e9xt&#x41;<!-- x --><![CDATA[<&]]><d/></a:b>\n',
    '<?xml version="1.1"?><a>\u0085\u2028&#1;</a>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<a><b></a>text',
    '<\u2fff\u00b7 1="x" y="1" y=2>]]>&none;\u0001</a><?p i?>',
    '',
  ]
  const [small, whole] = [written.SaxesParser, SaxesParser].map((Parser) =>
    texts.map((text) => {
      const parser = new Parser({ xmlns: false, position: true })
      const events: unknown[] = []
      for (const event of ['opentag', 'closetag', 'text', 'cdata', 'doctype', 'comment', 'xmldecl'] as const)
        parser.on(event, (value: unknown) => events.push([event, parser.line, parser.position, structuredClone(value)]))
      parser.on('error', ({ message }) => events.push(message))
      for (const part of [text.slice(0, 20), text.slice(20)]) parser.write(part)
      parser.close()
      return events
    }),
  )
  expect(whole?.every((events) => events.length > 0)).toBe(true)
  expect(small).toEqual(whole)
  expect(() => new written.SaxesParser({ xmlns: true })).toThrow('left out of the bundle')
})

/** The values that an import is of, when it is of one of the packages. */
function valuesOf(node: SyntaxNode, packages: RegExp): readonly string[] {
  const isOfPackages = packages.test(String(childOf(node, 'source')?.['value']))
  if (node.type !== 'ImportDeclaration' || !isOfPackages || node['importKind'] === 'type') return []
  return [...nodesOf(node)]
    .filter(([each]) => each.type === 'ImportSpecifier' && each['importKind'] !== 'type')
    .map(([each]) => String(childOf(each, 'imported')?.['name']))
}

/** The name of a member that a node calls. */
function calledNamesOf(node: SyntaxNode): readonly string[] {
  const callee = node.type === 'CallExpression' ? childOf(node, 'callee') : undefined
  return callee?.type === 'MemberExpression' ? [String(childOf(callee, 'property')?.['name'])] : []
}
