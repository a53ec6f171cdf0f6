import { at, byteAt } from '../../../engine/base/at.ts'
import type { JsonValue } from '../../../engine/base/canonical.ts'
import type { ChainCheckName } from '../../../engine/verify/verify-proof-chain.ts'

/** Where a value stands in plain data, and what it is. */
export interface Place {
  readonly path: readonly string[]
  readonly value: string | number
  /** Bits that can be changed in it. */
  readonly bitCount: number
}

/** Every text and every number in `value`. */
export function placesIn(value: JsonValue, path: readonly string[] = []): Place[] {
  if (typeof value === 'string') return [{ path, value, bitCount: 8 * Buffer.byteLength(value) }]
  if (typeof value === 'number') return [{ path, value, bitCount: 16 }]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : placesIn(member, [...path, name]),
  )
}

/** The data with one bit of the value at a place changed. */
export function flip<Data>(data: Data, { path, value }: Place, bit: number): Data {
  return replaceAt(data, path, typeof value === 'number' ? value ^ (1 << bit) : flipText(value, bit))
}

/** The data with another value at a place. */
export function replaceAt<Data>(data: Data, path: readonly string[], value: JsonValue): Data {
  const copy = structuredClone(data)
  let holder: unknown = copy
  for (const name of path.slice(0, -1)) holder = memberOf(holder, name)
  if (typeof holder !== 'object' || holder === null) throw new Error(`Nothing stands at ${path.join('.')}`)
  Reflect.set(holder, at(path, path.length - 1), value)
  return copy
}

const memberOf = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined

/** As a database gives text back whose bytes were changed: what is no UTF-8 any more becomes U+FFFD. */
function flipText(text: string, bit: number): string {
  const bytes = Buffer.from(text)
  bytes[bit >> 3] = byteAt(bytes, bit >> 3) ^ (1 << (bit & 7))
  return bytes.toString()
}

/** The check that names a change of what stands at a path: the first prefix that fits. */
export function checkNaming(path: readonly string[]): ChainCheckName {
  const name = path.join('.')
  const found = checkByPrefix.find(([prefix]) => name.startsWith(prefix))
  if (found === undefined) throw new Error(`No check names ${name}`)
  return found[1]
}

const checkByPrefix: readonly (readonly [string, ChainCheckName])[] = [
  ['source.', 'sourceRoot'],
  ['datasets.source.', 'sourceRoot'],
  ['run.source.', 'sourceRoot'],
  ['target.', 'targetRoot'],
  ['datasets.target.', 'targetRoot'],
  ['run.target.', 'targetRoot'],
  ['rules', 'policyHash'],
  ['run.rules.', 'policyHash'],
  ['run.policy.', 'policyHash'],
  ['result.', 'resultRoot'],
  ['run.resultRoot', 'resultRoot'],
  ['run.summary.', 'completeness'],
  ['run.checkpoint', 'checkpointSignature'],
  ['run.', 'receiptHash'],
  ['tenant', 'receiptHash'],
  ['receipt.', 'receiptHash'],
  ['previous.', 'previousReceipt'],
  ['previousInclusion.', 'previousReceipt'],
  ['inclusion.', 'logInclusion'],
  ['consistency.', 'logConsistency'],
  ['previousCheckpoint', 'logConsistency'],
  ['log.', 'logConsistency'],
  ['checkpoint', 'checkpointSignature'],
  ['periods.', 'checkpointSignature'],
  ['keys.', 'checkpointSignature'],
]
