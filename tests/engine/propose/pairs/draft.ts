import type { Attributes, AttributeValue, CanonicalRecord } from '../../../../engine/record/record.ts'

/** A record while it is made: texts by field, attributes by their paths. Empty texts are absent fields. */
export interface Draft {
  readonly [field: string]: string
}

const attributePrefix = 'attributes.'

/** The record of a draft. Attributes that say true or false are booleans, as files of JSON have them. */
export function recordOf(draft: Draft, id: string): CanonicalRecord {
  const fields: Record<string, string> = {}
  const attributes: Nested = {}
  for (const [field, text] of Object.entries(draft)) {
    if (text === '') continue
    if (field.startsWith(attributePrefix)) put(attributes, field.slice(attributePrefix.length).split('.'), text)
    else fields[field] = text
  }
  return { ...fields, id, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) }
}

interface Nested {
  [name: string]: AttributeValue
}

function put(into: Nested, [name = '', ...rest]: readonly string[], text: string): void {
  if (rest.length === 0) {
    into[name] = text === 'true' ? true : text === 'false' ? false : text
    return
  }
  const known = into[name]
  const inner: Nested = typeof known === 'object' ? { ...known } : {}
  put(inner, rest, text)
  into[name] = inner
}

/** The paths of all attributes that have a value, as rules name them. */
export const attributePathsOf = (attributes: Attributes, prefix = 'attributes'): readonly string[] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === 'object' ? attributePathsOf(value, `${prefix}.${name}`) : [`${prefix}.${name}`],
  )
