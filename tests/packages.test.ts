import { join } from 'node:path'
import { expect, it } from 'vitest'
import { engine, everything, functions, isWithin, packages, schema, tests, worker } from './support/node/floor-plan.ts'
import { readManifest, type SourceFile } from './support/node/source.ts'

/** The houses: each names the packages that it needs and the doors by which others enter it. */

const packagesOf = (files: readonly SourceFile[]) =>
  new Set(
    files
      .flatMap((file) => file.imports.map(({ specifier }) => specifier))
      .filter((specifier) => !/^(\.|node:|cloudflare:|virtual:)/.test(specifier))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier),
  )

it.each(packages)('declares the packages that $folder imports, and those alone', ({ folder, files }) => {
  const { dependencies, devDependencies } = readManifest(folder)
  const declared = Object.keys({ ...dependencies, ...devDependencies })
  const used = packagesOf(files)
  const peers = [...used].flatMap((name) => Object.keys(readManifest(`node_modules/${name}`).peerDependencies ?? {}))
  expect({
    undeclared: [...used].filter((name) => !declared.includes(name)),
    unused: declared.filter((name) => !used.has(name) && !peers.includes(name)),
  }).toEqual({ undeclared: [], unused: [] })
})

it('declares every package that tests import', () => {
  const manifests = ['.', ...packages.map(({ folder }) => folder)].map(readManifest)
  const declared = new Set(
    manifests.flatMap(({ dependencies, devDependencies }) => Object.keys({ ...dependencies, ...devDependencies })),
  )
  // The worked example of the generated clients has the packages of tests/openapi/package.json.
  const used = packagesOf(tests.filter(({ path }) => !path.startsWith('tests/openapi/worked-example/')))
  expect([...used].filter((name) => !declared.has(name))).toEqual([])
})

it.each(packages)('enters every other house from $folder by a door of its package', ({ folder, files }) => {
  const pastDoors = files.flatMap((file) =>
    file.imports
      .filter(({ specifier, path }) => specifier.startsWith('.') && path !== undefined && !isWithin(path, folder))
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  )
  expect(pastDoors).toEqual([])
})

it.each(packages)('has a door of $folder for what another package imports, and for nothing else', ({ folder }) => {
  const doors = Object.values(readManifest(folder).exports ?? {}).filter((path) => !path.includes('*'))
  const entered = new Set(everything.flatMap((file) => (isWithin(file.path, folder) ? [] : pathsByName(file))))
  expect(doors.map((path) => join(folder, path)).filter((path) => !entered.has(path))).toEqual([])
})

const pathsByName = ({ imports }: SourceFile) =>
  imports.flatMap(({ specifier, path }) => (specifier.startsWith('@tallystick/') && path !== undefined ? [path] : []))

it('shows no name of the engine that no other package imports', () => {
  const doors = engine.filter(({ path }) => /^engine\/[^/]+\/index\.ts$/.test(path))
  const imported = new Set(
    [...schema, ...functions].flatMap(({ imports }) =>
      imports.flatMap(({ path, names }) => names.map((name) => `${path} ${name}`)),
    ),
  )
  const idle = doors.flatMap((door) =>
    [...door.text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
      .flatMap(([, list = '']) => list.split(','))
      .map((each) => `${door.path} ${each.trim().replace(/^type |^\w+ as /, '')}`)
      .filter((name) => /\w$/.test(name) && !name.endsWith('.ts') && !imported.has(name)),
  )
  expect(idle).toEqual([])
})

it('has at most 15 rooms in the service', () => {
  const rooms = new Set(worker.flatMap(({ path }) => /^functions\/service\/([^/]+)\//.exec(path)?.[1] ?? []))
  expect([...rooms].length).toBeLessThanOrEqual(15)
})
