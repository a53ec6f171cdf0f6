/** RFC 8785, JSON Canonicalization Scheme: one spelling for every JSON value. */

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined }

/**
 * The canonical JSON text of `value`: members sorted by UTF-16 code units (§3.2.3), numbers as ECMAScript writes
 * them (§3.2.2.3), members that are `undefined` left out.
 * Throws a TypeError on NaN, infinities and lone surrogates, which have no canonical form.
 *
 *     {"amount":"100","currency":"EUR","id":"s1"}
 */
export function canonicalize(value: JsonValue): string {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (value === null || typeof value === 'boolean') return String(value)
  if (isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  const members: string[] = []
  for (const name of Object.keys(value).sort()) {
    const member = value[name]
    if (member !== undefined) members.push(`${canonicalText(name)}:${canonicalize(member)}`)
  }
  return `{${members.join(',')}}`
}

/** TypeScript: `Array.isArray` alone does not narrow a readonly array out of a union. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('A lone surrogate has no canonical form')
  return JSON.stringify(text)
}

function canonicalNumber(number: number): string {
  if (!Number.isFinite(number)) throw new TypeError(`${number} has no canonical form`)
  return JSON.stringify(number)
}
