import { at } from './at.ts'

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
  if (isArray(value)) return canonicalList(value)
  let members = ''
  for (const name of sorted(Object.keys(value))) {
    const member = value[name]
    if (member === undefined) continue
    members += `${members === '' ? '' : ','}${canonicalText(name)}:${canonicalize(member)}`
  }
  return `{${members}}`
}

function canonicalList(values: readonly JsonValue[]): string {
  let list = ''
  for (const value of values) list += `${list === '' ? '' : ','}${canonicalize(value)}`
  return `[${list}]`
}

/** Up to this many names, an insertion sort is faster than the platform's sort. */
const movedOneByOneMax = 16

/** Sorts by UTF-16 code units, in place. */
function sorted(names: string[]): readonly string[] {
  if (names.length > movedOneByOneMax) return names.sort()
  for (let index = 1; index < names.length; index++) {
    const name = at(names, index)
    let place = index
    for (; place > 0 && at(names, place - 1) > name; place--) names[place] = at(names, place - 1)
    names[place] = name
  }
  return names
}

/** `Array.isArray` alone does not narrow a readonly array out of a union. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Up to this length, looking at each character is faster than calling the platform. */
const lookedAtMax = 64

function canonicalText(text: string): string {
  if (text.length <= lookedAtMax && isPlain(text)) return `"${text}"`
  if (!text.isWellFormed()) throw new TypeError('A lone surrogate has no canonical form')
  return JSON.stringify(text)
}

/** Whether `text` is ASCII that needs no escape in JSON. */
function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x20 || unit > 0x7f || unit === 0x22 || unit === 0x5c) return false
  }
  return true
}

function canonicalNumber(number: number): string {
  if (!Number.isFinite(number)) throw new TypeError(`${number} has no canonical form`)
  return JSON.stringify(number)
}
