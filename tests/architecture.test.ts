import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import {
  cyclesIn,
  engine,
  engineFolders,
  everything,
  functions,
  isHosted,
  isWithin,
  product,
  schema,
  shellFolders,
  tests,
  topFolders,
  worker,
} from './support/node/floor-plan.ts'
import { calleeOf, find, type SourceFile, type SyntaxNode, textOf } from './support/node/source.ts'
import { root } from './support/node/step.ts'

/** The floor plan, as far as a machine can hold it: what stands where, and what may import what. */

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

it.each([
  { layer: 'engine', files: engine, folders: engineFolders },
  { layer: 'functions', files: functions, folders: shellFolders },
])(
  'lets each folder of $layer import only itself and folders before it, types included',
  ({ layer, files, folders }) => {
    const placeOf = (path: string) =>
      folders.filter((folder) => isWithin(path, `${layer}/${folder}`)).sort((a, b) => b.length - a.length)[0]
    const unplaced = files.filter(({ path }) => placeOf(path) === undefined).map(({ path }) => path)
    const arrowsUp = files.flatMap((file) =>
      file.imports.flatMap(({ path }) => {
        if (path === undefined || !path.startsWith(`${layer}/`)) return []
        const [from, to] = [placeOf(file.path), placeOf(path)]
        return folders.indexOf(to ?? '') > folders.indexOf(from ?? '') ? [`${file.path} → ${path}`] : []
      }),
    )
    expect({ unplaced, arrowsUp }).toEqual({ unplaced: [], arrowsUp: [] })
  },
)

it.each([
  { layer: 'engine', files: engine, folders: engineFolders },
  { layer: 'functions', files: functions, folders: shellFolders },
])('has a place for each folder inside a folder of $layer', ({ layer, files, folders }) => {
  const inner = new Set(files.map(({ path }) => path.slice(layer.length + 1, path.lastIndexOf('/'))))
  const withPlace = (folder: string) => folders.some((each) => each === folder || isWithin(each, folder))
  expect([...inner].filter((folder) => folder.includes('/') && !withPlace(folder))).toEqual([])
})

it('has no import cycle, types included', () => {
  expect(cyclesIn(everything)).toEqual([])
})

it('tells each file of a layer from every other by its name, index.ts excepted', () => {
  const repeated = [engine, schema, functions].flatMap((files) => {
    const pathsByName = Map.groupBy(files, ({ path }) => path.slice(path.lastIndexOf('/') + 1))
    pathsByName.delete('index.ts')
    return [...pathsByName.values()].filter((same) => same.length > 1).map((same) => same.map(({ path }) => path))
  })
  expect(repeated).toEqual([])
})

it('knows every folder at the top of the project', () => {
  // Untracked folders, of tools or of whoever works here, do not matter.
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  const folders = new Set(tracked.filter((path) => path.includes('/')).map((path) => path.slice(0, path.indexOf('/'))))
  expect([...folders].sort()).toEqual(topFolders.toSorted())
})

it('keeps the platform out of the engine, and packages but those that read XML and zip', () => {
  const packages = engine.flatMap((file) =>
    file.imports.filter(({ path }) => path === undefined).map(({ specifier }) => `${file.path}: ${specifier}`),
  )
  const allowed = [
    'engine/intake/xml/token-bound.ts: saxes',
    'engine/intake/xml/xml-reader.ts: saxes',
    'engine/intake/zip/zip-archive.ts: fflate',
  ]
  expect(packages.filter((each) => !allowed.includes(each))).toEqual([])
})

it('has no import from one route to another', () => {
  const sideways = functions
    .filter((file) => file.path.startsWith('functions/service/routes/'))
    .flatMap((file) =>
      file.imports
        .filter(({ path }) => path?.startsWith('functions/service/routes/'))
        .map(({ path }) => `${file.path} → ${path}`),
    )
  expect(sideways).toEqual([])
})

it('keeps what runs on someone’s own machine out of the Worker', () => {
  const local = worker.flatMap((file) =>
    file.imports
      .filter(
        ({ path, specifier }) =>
          (path !== undefined && !isHosted(path)) || /^node:(?!(?:crypto|async_hooks|zlib)$)/.test(specifier),
      )
      .map(({ specifier }) => `${file.path} imports ${specifier}`),
  )
  expect(local).toEqual([])
})

it('has no file that nothing leads to', () => {
  const entries = [
    'functions/service/index.ts',
    'functions/local/start.ts',
    'functions/local/dev.ts',
    'functions/local/build-engine.ts',
    'functions/local/frames.ts',
    'functions/local/build-wasm.ts',
    'functions/local/prepare-cli.ts',
    'functions/local/build-cli.ts',
    'functions/local/build-client.ts',
    'functions/local/build-console.ts',
    'functions/console/vite.config.ts',
    // `index.html` leads there.
    'functions/console/main.tsx',
    // Built and run by functions/local/build-documents.ts, which bundles the other as well.
    'functions/console/write-pages.tsx',
    'functions/console/shell/first-theme.ts',
    // Bundled by functions/local/build-reference.ts.
    'functions/console/docs/reference-frame.ts',
    // Bundled by functions/local/build-service-worker.ts.
    'functions/console/service-worker/service-worker.ts',
    'functions/local/build-openapi.ts',
    // Imported by a name that the type check does not follow.
    'functions/local/openapi/document.ts',
    'functions/local/openapi/llms.ts',
    'functions/cli/main.ts',
    // Named in vitest.config.ts.
    'tests/support/node/serve-people.ts',
    // What the bundler of a page puts in place of node:zlib.
    'functions/audit/zip/zlib-in-page.ts',
    'functions/deploy/deploy.ts',
    'functions/deploy/smoke.ts',
    'tests/support/node/run-all.ts',
    'tests/support/node/build-assets.ts',
    'tests/support/node/memory-folder.ts',
    'tests/support/node/check-migrations.ts',
    'tests/support/node/check-bundle.ts',
    'tests/support/node/check-page.ts',
    'tests/support/node/local-server.ts',
    'tests/support/node/messy/write.ts',
    'tests/support/node/orphan.ts',
    'tests/support/node/upload-memory/child.ts',
    'tests/support/node/read-memory/child.ts',
    'tests/support/law-setup.ts',
    'tests/support/worker/migrate.ts',
    'tests/support/page/page-setup.ts',
    'tests/page/vitest.config.ts',
  ].concat(
    // Routes of a period will call the rest of it.
    engine.map((file) => file.path).filter((path) => path.startsWith('engine/close/')),
    tests
      .map((file) => file.path)
      .filter((path) => path.endsWith('.test.ts') || /^tests\/(bench|openapi)\//.test(path)),
  )
  const reached = reachedFrom(entries)
  const runnable = reachedFrom(entries.filter((path) => !path.startsWith('tests/')))
  const dead = everything.filter((file) => !(file.path.startsWith('tests/') ? reached : runnable).has(file.path))
  expect(dead.map((file) => file.path)).toEqual([])
})

it('keeps SQL and the query builder inside functions/service/store', () => {
  const sql = /\b(SELECT\s[\s\S]+\sFROM|INSERT (OR \w+ )?INTO|UPDATE\s+\w+\s+SET|DELETE FROM)\b/
  const breaches = worker
    .filter((file) => !file.path.startsWith('functions/service/store/'))
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

it('removes objects of the bucket in one file, and names what is stored once in another', () => {
  const pathsWith = (pattern: RegExp) => worker.filter(({ text }) => pattern.test(text)).map(({ path }) => path)
  expect(pathsWith(/\b(bucket|BUCKET)\.(delete|resumeMultipartUpload)\(|\.\.\.bucket\b/)).toEqual([
    // Which counts the calls of whoever makes them.
    'functions/service/store/counted-bucket.ts',
    'functions/service/store/remove-objects.ts',
  ])
  const namesOnce = (file: SourceFile, node: SyntaxNode) =>
    (node.type === 'Literal' || node.type === 'TemplateElement') && /^['"`]?once\//.test(textOf(file, node))
  const naming = worker.filter((file) => find(file, (node) => namesOnce(file, node)).length > 0)
  expect(naming.map(({ path }) => path)).toEqual(['functions/service/store/once-objects.ts'])
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

it('names the HTTP status of a problem in functions/service/http/problem.ts only, and beside it in the table of the schema', () => {
  const breaches = worker
    .filter((file) => !/^functions\/service\/http\/problem\.ts$/.test(file.path))
    .flatMap((file) => find(file, (node, parents) => isErrorStatus(node) && isStatusPosition(file, node, parents[0])))
  expect(breaches).toEqual([])
})

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
