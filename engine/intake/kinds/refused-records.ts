import type { JsonValue } from '../../base/canonical.ts'
import { isObject } from './member-path.ts'

type JsonObject = { readonly [name: string]: JsonValue | undefined }

/** Records of systems whose amounts are minor units, and that are none of the exports that are known. */
const systems: readonly { readonly name: string; readonly isOf: (record: JsonObject) => boolean }[] = [
  { name: 'Stripe', isOf: (record) => hasText(record, 'object', /^[a-z_.]+$/) && 'livemode' in record },
  {
    name: 'Checkout.com',
    isOf: (record) =>
      hasText(record, 'id', /^(pay|act|dsp)_/) && ('requested_on' in record || 'processed_on' in record),
  },
  { name: 'Razorpay', isOf: (record) => hasText(record, 'entity', /^[a-z_]+$/) && 'created_at' in record },
  {
    name: 'Klarna',
    isOf: (record) => 'payment_reference' in record && ('sale_date' in record || 'capture_id' in record),
  },
  { name: 'Paystack', isOf: (record) => 'gateway_response' in record && 'channel' in record },
]

/**
 * Why records of no export that is known are refused although their members could be read: whole numbers of systems that
 * write cents would be dollars. Undefined for any other.
 */
export function refusalOf(record: JsonValue): string | undefined {
  if (!isObject(record) || !Number.isInteger(record['amount'])) return undefined
  const system = systems.find(({ isOf }) => isOf(record))
  if (system === undefined) return undefined
  return `Got records as ${system.name} has them, whose amounts are in minor units, such as cents, and which are none of its exports that are known: wanted an export with decimals, such as its CSV, or the mapping {"amount":"amount"} to read the amounts as they are written`
}

function hasText(record: JsonObject, name: string, pattern: RegExp): boolean {
  const value = record[name]
  return typeof value === 'string' && pattern.test(value)
}
