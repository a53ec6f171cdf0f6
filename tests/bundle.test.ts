import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bundledZodPath, bundleZod } from '../functions/local/bundle-zod.ts'
import * as bundled from '../schema/zod-bundled.ts'
import { isLong } from './support/forms.ts'
import { copyOfProject } from './support/node/copy-of-project.ts'
import { readLocalConfig } from './support/node/deploying.ts'
import { schema, worker } from './support/node/floor-plan.ts'
import { childOf, nodesOf } from './support/node/source.ts'
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
    expect(readdirSync(join(copy.path, 'dist')).sort()).toEqual(['assets', 'zod.js'])
  } finally {
    copy.remove()
  }
})

it('writes zod without JSON Schema, which otherwise does the same', async () => {
  await bundleZod()
  const written: typeof bundled = await import(pathToFileURL(bundledZodPath).href)
  expect(Object.keys(written.z).sort()).toEqual(Object.keys(bundled.z).sort())
  const schemaOf = ({ strictObject, string, int }: typeof bundled.z) =>
    strictObject({ name: string().min(2), count: int() })
  const [small, whole] = [schemaOf(written.z), schemaOf(bundled.z)]
  expect(small.parse({ name: 'ab', count: 1 })).toEqual({ name: 'ab', count: 1 })
  const bad = { name: 'a', count: 1.5, other: true }
  expect(small.safeParse(bad).error?.issues).toEqual(whole.safeParse(bad).error?.issues)
  expect(readFileSync(bundledZodPath, 'utf8')).not.toContain('json-schema.org')
})
