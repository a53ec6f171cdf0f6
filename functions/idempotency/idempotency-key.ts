/**
 * The `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header): a structured-field string, `"8e03978e"`.
 * Most clients send it bare, `8e03978e`: both forms are one key.
 */

const lengthMax = 255
const printable = /^[\x20-\x7e]+$/
const quotedString = /^"((?:[^"\\]|\\["\\])*)"$/

/**
 * The key that the header's value stands for, or undefined when it is no key: empty, longer than 255 characters,
 * outside printable ASCII, badly quoted, or sent twice. A repeated header arrives as one, joined by a comma and a space,
 * so that a key that holds these two must be quoted.
 */
export function parseIdempotencyKey(header: string): string | undefined {
  const value = header.trim()
  const key = value.startsWith('"') ? unquote(value) : bare(value)
  if (key === undefined || key.length > lengthMax || !printable.test(key)) return undefined
  return key
}

function unquote(value: string): string | undefined {
  return quotedString.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1')
}

function bare(value: string): string | undefined {
  return /, |,$/.test(value) ? undefined : value
}
