import type { CanonicalRecord } from '../../../../engine/index.ts'

/** A record while it is made: texts by field, attributes by their paths. Empty texts are absent fields. */
export interface Draft {
  readonly [field: string]: string
}

const attributePrefix = 'attributes.'

/** The record of a draft. Paths of attributes have one level. */
export function recordOf(draft: Draft, id: string): CanonicalRecord {
  const fields: Record<string, string> = {}
  const attributes: Record<string, string> = {}
  for (const [field, text] of Object.entries(draft)) {
    if (text === '') continue
    if (field.startsWith(attributePrefix)) attributes[field.slice(attributePrefix.length)] = text
    else fields[field] = text
  }
  return { ...fields, id, ...(Object.keys(attributes).length > 0 ? { attributes } : {}) }
}
