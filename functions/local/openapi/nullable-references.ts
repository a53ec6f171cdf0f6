import { innerSchemas, isNode, type Node, propertiesOf } from './nodes.ts'

/**
 * Rewrites each `allOf` of a reference and `null` as the choice between them: the generator writes the one for a
 * component that may be null, which no value but the component satisfies.
 */
export function allowNull(schema: Node): void {
  const { allOf, ...rest } = schema
  if (Array.isArray(allOf) && allOf.some(isNullOrObject)) {
    for (const name of Object.keys(schema)) delete schema[name]
    Object.assign(schema, { oneOf: [...allOf.filter((part) => !isNullOrObject(part)), { type: 'null' }], ...rest })
  }
  for (const inner of [...innerSchemas(schema), ...propertiesOf(schema).map(([, property]) => property)])
    allowNull(inner)
}

const isNullOrObject = (part: unknown): boolean =>
  isNode(part) && Array.isArray(part['type']) && part['type'].includes('null') && !('properties' in part)
