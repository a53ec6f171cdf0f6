import { adapterPattern, datasetFormats } from '../../schema/dataset.ts'
import { ProblemError } from '../problem.ts'

/**
 * Adapters name where a side's records come from: `kind[:instance]`, as in `bank:main-eur`. The kinds are a closed
 * registry, so that a misspelt one is refused instead of reconciling against nothing.
 */

const systems = [
  'stripe',
  'shopify',
  'paypal',
  'square',
  'adyen',
  'quickbooks',
  'xero',
  'netsuite',
  'woocommerce',
  'plaid',
] as const
const roles = ['bank', 'ledger', 'erp', 'psp', 'orders', 'invoices', 'custom'] as const
const demos = ['demo-bank', 'demo-ledger'] as const

/** The kind whose instance is a dataset id: `dataset:dat_…`. */
export const datasetKind = 'dataset'

/** Every known kind, in the order in which `/meta` shows them. */
export const adapterKinds = [...systems, ...roles, ...datasetFormats, ...demos, datasetKind] as const
export type AdapterKind = (typeof adapterKinds)[number]
export type DemoKind = (typeof demos)[number]

export interface Adapter {
  /** The text as sent. */
  readonly text: string
  readonly kind: AdapterKind
  readonly instance: string | undefined
}

export type AdapterReading =
  | { readonly ok: true; readonly adapter: Adapter }
  | { readonly ok: false; readonly fault: 'grammar' }
  | { readonly ok: false; readonly fault: 'unknown'; readonly nearest: AdapterKind }

/** Reads `kind[:instance]`; an unknown kind comes back with the known kind that takes the fewest edits to reach. */
export function readAdapter(text: string): AdapterReading {
  if (!adapterPattern.test(text)) return { ok: false, fault: 'grammar' }
  const [name = '', instance] = text.split(':')
  const kind = adapterKinds.find((known) => known === name)
  if (kind === undefined) return { ok: false, fault: 'unknown', nearest: nearestKind(name) }
  return { ok: true, adapter: { text, kind, instance } }
}

/** The problem for adapters that could not be read, naming the nearest known kind of each. */
export function unknownAdapter(
  refused: readonly { readonly pointer: string; readonly reading: AdapterReading & { ok: false } }[],
): ProblemError {
  const errors = refused.map(({ pointer, reading }) => ({
    pointer,
    code: 'unknown_adapter',
    detail:
      reading.fault === 'unknown'
        ? `No adapter of this kind is known; the nearest is ${reading.nearest}.`
        : 'An adapter is a kind, or a kind and an instance, as in bank:main-eur.',
  }))
  return new ProblemError('unknown_adapter', { detail: errors.map((error) => error.detail).join(' '), errors })
}

/** Whether the kind is one of built-in records. */
export const isDemoKind = (kind: string): kind is DemoKind => demos.some((demo) => demo === kind)

function nearestKind(name: string): AdapterKind {
  let nearest: AdapterKind = 'custom'
  let least = Number.POSITIVE_INFINITY
  for (const kind of adapterKinds) {
    const distance = editDistance(name, kind)
    if (distance < least) [nearest, least] = [kind, distance]
  }
  return nearest
}

/** Levenshtein distance; both texts are at most 32 characters. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}
