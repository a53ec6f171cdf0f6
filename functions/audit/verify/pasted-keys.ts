import { isObject, type JsonValue, parseJson, type Sha256 } from '@tallystick/engine/base'
import { type EvidenceUse, refused } from './evidence-file.ts'
import { keyFault } from './trusted-keys.ts'

/**
 * Reads keys that a person pasted: one on each line, as a vkey or as base64 of its 32 bytes, or the JSON of
 * `/.well-known/tallystick-keys`. Returns every fault; a text without any key is a fault, too.
 */
export function readPastedKeys(sha256: Sha256, text: string): EvidenceUse<readonly string[]> {
  const trimmed = text.trim()
  const listed = /^[{[]/.test(trimmed) ? keysInJson(trimmed) : { ok: true as const, value: linesIn(trimmed) }
  if (!listed.ok) return listed
  const faults = listed.value.flatMap((key) => {
    const fault = keyFault(sha256, key)
    return fault === undefined ? [] : [fault]
  })
  if (faults.length > 0) return { ok: false, faults }
  return listed.value.length > 0 ? listed : refused('Got no key, wanted one on each line, or the JSON of the service’s')
}

const linesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * The keys in the JSON that sign checkpoints of tenants. Keys listed as `index` are left out: they sign only the index
 * of all logs.
 */
function keysInJson(text: string): EvidenceUse<readonly string[]> {
  const read = parseJson(text)
  if (!read.ok) return refused(`JSON, line ${read.fault.line}, column ${read.fault.column}: ${read.fault.detail}`)
  const listed = isObject(read.value) ? read.value['keys'] : read.value
  if (!Array.isArray(listed))
    return refused('Got JSON without a list of keys, wanted that of /.well-known/tallystick-keys')
  return { ok: true, value: listed.map(keyTextIn) }
}

/** The text of a listed key. Any other value is returned as JSON, so that the fault of the reader shows it. */
function keyTextIn(key: JsonValue): string {
  const text = isObject(key) ? (key['publicKey'] ?? key['vkey']) : key
  return typeof text === 'string' ? text : JSON.stringify(key)
}
