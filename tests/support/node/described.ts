/** What an OpenAPI document leaves undescribed, and what the tables of descriptions describe in vain. */

interface Schema {
  readonly [member: string]: unknown
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The paths of all properties of a component, each with its text, as the tables of descriptions name them. */
export function propertyTexts(schema: Schema, path = ''): readonly (readonly [path: string, text: unknown])[] {
  const inner = [
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) => schema[name] ?? []),
    schema['items'],
    schema['additionalProperties'],
  ].filter(isSchema)
  const properties = Object.entries(isSchema(schema['properties']) ? schema['properties'] : {})
  return [
    ...properties.flatMap(([name, property]) => {
      const own = path === '' ? name : `${path}.${name}`
      if (!isSchema(property)) return []
      return [[own, property['description']] as const, ...propertyTexts(property, own)]
    }),
    ...inner.flatMap((part) => propertyTexts(part, path)),
  ]
}
