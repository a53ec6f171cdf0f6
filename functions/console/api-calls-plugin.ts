import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const moduleId = 'virtual:api-calls'

interface Document {
  readonly tags: readonly { readonly name: string }[]
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: { readonly summary: string; readonly tags: readonly string[] }
    }
  }
}

/** Makes a module of the calls in the OpenAPI document, by tag. */
export const apiCalls = (path: string): Plugin => ({
  name: 'api-calls',
  resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
  load(id) {
    if (id !== `\0${moduleId}`) return undefined
    return `export default ${JSON.stringify(callGroups(JSON.parse(readFileSync(path, 'utf8'))))}`
  },
})

function callGroups({ tags, paths }: Document) {
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  )
  const groups = tags.map(({ name: tag }) => ({
    tag,
    calls: operations
      .filter((operation) => operation.tags.includes(tag))
      .map(({ method, path, summary }) => ({ method, path, summary })),
  }))
  return groups.filter(({ calls }) => calls.length > 0)
}
