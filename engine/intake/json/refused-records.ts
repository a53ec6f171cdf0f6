import type { JsonValue } from '../../base/canonical.ts'
import { isObject, type JsonObject } from '../../base/json-shape.ts'

interface System {
  readonly name: string
  readonly isOf: (record: JsonObject) => boolean
  /** Whether the amount may be in minor units; by default any whole number may. */
  readonly isMinor?: (amount: JsonValue | undefined) => boolean
}

const systems: readonly System[] = [
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
  {
    name: 'GoCardless',
    // Payout items are in tenths of a penny, written as a decimal.
    isMinor: (amount) => typeof amount === 'string' && /^-?\d+\.\d$/.test(amount),
    isOf: (record) =>
      hasText(record, 'type', /^(payment_|refund|gocardless_fee|app_fee|revenue_share|surcharge_fee)/) &&
      isObject(record['links']),
  },
  { name: 'Paystack', isOf: (record) => 'gateway_response' in record && 'channel' in record },
]

/** Why a record is refused: it has amounts in cents, which would be read as dollars. Undefined for other records. */
export function refusalOf(record: JsonValue): string | undefined {
  if (!isObject(record)) return undefined
  const system = systems.find(({ isOf, isMinor = Number.isInteger }) => isMinor(record['amount']) && isOf(record))
  if (system === undefined) return undefined
  return `Got records as ${system.name} has them, whose amounts are in minor units, such as cents, and which are none of its exports that are known: wanted an export with decimals, such as its CSV, or the mapping {"amount":"amount"} to read the amounts as they are written`
}

function hasText(record: JsonObject, name: string, pattern: RegExp): boolean {
  const value = record[name]
  return typeof value === 'string' && pattern.test(value)
}
