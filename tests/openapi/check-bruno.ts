import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { root } from '../support/node/step.ts'
import { documentPath, toolPath } from './tools.ts'

/** Passes when Bruno's own parser reads every file of the collection, and finds every operation of the document there. */

interface Named {
  readonly name: string
  readonly value: string
  readonly enabled: boolean
}

interface Request {
  readonly meta: { readonly name: string; readonly type: string }
  readonly http: { readonly method: string; readonly url: string; readonly body: string; readonly auth: string }
  readonly params?: readonly (Named & { readonly type: 'path' | 'query' })[]
  readonly headers?: readonly Named[]
  readonly auth?: { readonly apikey?: { readonly key: string; readonly value: string } }
  readonly body?: { readonly json?: string; readonly text?: string }
  readonly vars?: { readonly req?: readonly Named[] }
  readonly docs: string
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly security: readonly object[]
  readonly description: string
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly example: unknown } } }
}

const { bruToJsonV2, bruToEnvJsonV2, collectionBruToJson } = createRequire(import.meta.url)(toolPath('@usebruno/lang'))
const collectionPath = join(root, 'dist/bruno')

/** Fails unless the request is that of the operation: its place, key, parameters, body and text. */
function checkRequest(request: Request, path: string, { method, operation }: { method: string; operation: Operation }) {
  const { parameters = [], security, requestBody } = operation
  const body = requestBody?.content['application/json']?.example
  const scheme = Object.keys(security[0] ?? {}).join()
  const inUrl = new Set(request.vars?.req?.map(({ name }) => name))
  const template = request.http.url
    .replace(/^\{\{baseUrl\}\}/, '')
    .replace(/\?.*$/, '')
    .replaceAll(/:(\w+)|\{\{(\w+)\}\}/g, (_, name, variable) => `{${name ?? variable}}`)
  assert.deepEqual([request.http.method, template], [method, path])
  assert.equal(request.http.auth, scheme === 'apiKey' ? 'inherit' : scheme === 'adminKey' ? 'apikey' : 'none')
  assert.equal(request.auth?.apikey?.value, scheme === 'adminKey' ? '{{adminKey}}' : undefined)
  const given = [...(request.params ?? []), ...(request.headers ?? []).map((header) => ({ ...header, type: 'header' }))]
  for (const { name, in: place, required = false } of parameters) {
    if (inUrl.has(name)) continue
    const found = given.find((each) => each.name === name && each.type === place)
    assert.equal(found?.enabled, required, `${place} parameter ${name}`)
  }
  if (body === undefined) assert.equal(request.http.body, 'none')
  else assert.deepEqual(JSON.parse(request.body?.json ?? ''), body)
  assert.ok(request.docs.includes(operation.description.split('\n', 1).join()))
}

try {
  execFileSync(process.execPath, ['functions/local/npm-script.js', 'functions/local/build-bruno.ts'], { cwd: root })
  const document: { paths: { [path: string]: { [method: string]: Operation } } } = JSON.parse(
    readFileSync(documentPath, 'utf8'),
  )
  const read = (path: string) => readFileSync(join(collectionPath, path), 'utf8')
  const requests = new Map<string, Request>()
  for (const path of globSync('*/*.bru', { cwd: collectionPath }).map((each) => each.replaceAll('\\', '/'))) {
    if (path.startsWith('environments/') || basename(path) === 'folder.bru') continue
    const request: Request = bruToJsonV2(read(path))
    assert.deepEqual([request.meta.name, request.meta.type], [basename(path, '.bru'), 'http'])
    requests.set(path, request)
  }
  const wanted = new Set<string>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const folder = operation.tags[0]
      const place = `${folder}/${operation.operationId}.bru`
      const request = requests.get(place)
      assert.ok(request, `${place} is missing`)
      checkRequest(request, path, { method, operation })
      wanted.add(place)
      assert.equal(bruToJsonV2(read(`${folder}/folder.bru`)).meta.name, folder)
    }
  const others = [...requests.keys()].filter((place) => !wanted.has(place))
  assert.deepEqual(others, ['Datasets/createDataset-csv.bru'])
  assert.equal(JSON.parse(read('bruno.json')).type, 'collection')
  assert.equal(collectionBruToJson(read('collection.bru')).auth.apikey.value, '{{apiKey}}')
  const { variables }: { variables: readonly { name: string; secret: boolean }[] } = bruToEnvJsonV2(
    read('environments/Local.bru'),
  )
  assert.deepEqual(
    variables.map(({ name, secret }) => [name, secret]),
    [
      ['baseUrl', false],
      ['apiKey', true],
      ['adminKey', true],
    ],
  )
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
