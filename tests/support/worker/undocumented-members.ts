type Json = Readonly<Record<string, unknown>>

/**
 * The paths of members of `value` that `schema` does not name: JSON Schema lets every member pass that no schema forbids,
 * so that an answer could say more than the document. `value` has to be valid by the schema of the OpenAPI `document`.
 */
export function undocumentedMembers(document: Json, schema: Json, value: unknown): readonly string[] {
  return walk(value, '', alternativesOf(document, [schema]))

  function walk(part: unknown, path: string, schemas: readonly Json[]): readonly string[] {
    if (Array.isArray(part)) {
      const items = alternativesOf(
        document,
        schemas.flatMap((each) => [each['items'], each['prefixItems']].flat()),
      )
      return items.length === 0 ? [] : part.slice(0, elementCountMax).flatMap((element) => walk(element, path, items))
    }
    // What has no schema at all may be anything.
    if (
      !isJson(part) ||
      schemas.every((each) => each['properties'] === undefined && !isJson(each['additionalProperties']))
    )
      return []
    return Object.entries(part).flatMap(([name, member]) => {
      const own = `${path}/${name}`
      const named = schemas.flatMap((each) => (isJson(each['properties']) ? each['properties'][name] : undefined) ?? [])
      if (named.length > 0) return walk(member, own, alternativesOf(document, named))
      if (schemas.some((each) => each['additionalProperties'] === true)) return []
      const others = alternativesOf(
        document,
        schemas.map((each) => each['additionalProperties']),
      )
      return others.length === 0 ? [own] : walk(member, own, others)
    })
  }
}

/** Elements of a list are alike. */
const elementCountMax = 20

/** The schemas that may apply to a value of any of `schemas`, references followed. */
function alternativesOf(document: Json, schemas: readonly unknown[]): readonly Json[] {
  return schemas.filter(isJson).flatMap((schema) => {
    const { $ref: reference } = schema
    const named = typeof reference === 'string' ? [componentOf(document, reference)] : []
    return [schema, ...alternativesOf(document, [...named, schema['anyOf'], schema['oneOf'], schema['allOf']].flat())]
  })
}

const componentOf = (document: Json, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((part, name) => (isJson(part) ? part[name] : undefined), document)

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
