import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const moduleId = 'virtual:rule-schemas'
const roots = ['Rule', 'Criterion'] as const

interface Document {
  readonly components: { readonly schemas: { readonly [name: string]: object } }
}

export const ruleSchemas = (path: string): Plugin => ({
  name: 'rule-schemas',
  resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
  load(id) {
    if (id !== `\0${moduleId}`) return undefined
    const document: Document = JSON.parse(readFileSync(path, 'utf8'))
    return `export default ${JSON.stringify(Object.fromEntries(reachedFrom(roots, document)))}`
  },
})

function reachedFrom(names: readonly string[], { components: { schemas } }: Document): ReadonlyMap<string, object> {
  const reached = new Map<string, object>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const schema = schemas[name]
    if (schema === undefined) throw new Error(`The OpenAPI document has no schema ${name}`)
    if (reached.has(name)) continue
    reached.set(name, schema)
    for (const [, next = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      waiting.push(next)
  }
  return reached
}
