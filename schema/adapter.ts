import { z } from '@hono/zod-openapi'
import { formatNames, nearestName } from '@tallystick/engine'
import { wanted } from './fault-words.ts'

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
export const adapterKinds = [...systems, ...roles, ...formatNames, ...demos, datasetKind] as const
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
  | { readonly ok: false; readonly fault: 'unknown'; readonly nearest: AdapterKind | undefined }

/** `kind` or `kind:instance`; whether the kind is known is another question, with another answer. */
const adapterPattern = /^[a-z][a-z0-9-]{0,31}(:[A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/

/** The name of an adapter of whatever kind, as a list is filtered by. */
export const adapterName = z
  .string()
  .regex(adapterPattern, { error: wanted('a kind, or a kind and an instance, as in bank:main-eur') })
  .openapi({ example: 'bank:main-eur' })

/** The name of an adapter of a known kind; another has the fault `unknown_adapter`, naming the kind that was meant. */
export const adapterText = adapterName.superRefine((text, context) => {
  const reading = readAdapter(text)
  if (reading.ok || reading.fault === 'grammar') return
  const hint = reading.nearest === undefined ? '/api/v1/meta lists them' : `the nearest is ${reading.nearest}`
  context.addIssue({
    code: 'custom',
    message: `No adapter of this kind is known; ${hint}.`,
    params: { code: 'unknown_adapter' },
  })
})

/** Reads `kind[:instance]`; an unknown kind comes back with the known one that was most likely meant, if there is one. */
export function readAdapter(text: string): AdapterReading {
  if (!adapterPattern.test(text)) return { ok: false, fault: 'grammar' }
  const [name = '', instance] = text.split(':')
  const kind = adapterKinds.find((known) => known === name)
  if (kind === undefined) return { ok: false, fault: 'unknown', nearest: nearestName(name, adapterKinds) }
  return { ok: true, adapter: { text, kind, instance } }
}

/** The adapter that a text names which `adapterText` took. */
export function adapterOf(text: string): Adapter {
  const reading = readAdapter(text)
  if (!reading.ok) throw new Error(`No adapter: ${text}`)
  return reading.adapter
}

/** Whether the kind is one of built-in records. */
export const isDemoKind = (kind: string): kind is DemoKind => demos.some((demo) => demo === kind)
