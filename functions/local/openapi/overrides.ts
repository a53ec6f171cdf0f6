import { isNode, type Node, propertiesOf } from './nodes.ts'

/**
 * Merges each component that extends another and defines one of its members anew. With `allOf` a value would have to
 * meet both definitions, and the narrower one may forbid what the other adds.
 */
export function writeOutOverrides(schemas: { [name: string]: Node }): void {
  for (const schema of Object.values(schemas)) {
    const { allOf, ...rest } = schema
    if (!Array.isArray(allOf)) continue
    const parts = allOf.filter(isNode).map((part) => {
      const named = schemas[nameOf(part)]
      return named === undefined ? part : named
    })
    const names = parts.flatMap((part) => propertiesOf(part).map(([name]) => name))
    if (new Set(names).size === names.length) continue
    const required = [...new Set(parts.flatMap(requiredOf))]
    const properties = Object.fromEntries(parts.flatMap(propertiesOf))
    delete schema['allOf']
    Object.assign(schema, { type: 'object', properties, ...(required.length > 0 && { required }), ...rest })
  }
}

const requiredOf = ({ required }: Node): readonly unknown[] => (Array.isArray(required) ? required : [])

const nameOf = ({ $ref: reference }: Node): string => String(reference).slice('#/components/schemas/'.length)
