import { nearestName } from '@tallystick/engine/base'
import { formatNames } from '@tallystick/engine/intake'
import * as z from 'zod'
import { described } from './described.ts'
import { wanted } from './fault-messages.ts'

/**
 * An adapter names where a side's records come from: `kind[:instance]`, as in `bank:main-eur`. The kinds are a closed
 * registry, so that a misspelt kind is refused instead of standing for no records.
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
  'wise',
  'revolut',
  'gocardless',
  'openbanking',
  'datev',
] as const
const roles = ['bank', 'ledger', 'erp', 'psp', 'orders', 'invoices', 'custom'] as const
const demos = ['demo-bank', 'demo-ledger'] as const

/** The kind whose instance is the id of a dataset: `dataset:dat_…`. */
export const datasetKind = 'dataset'

/** Every known kind, in the order in which `/meta` shows them. */
export const adapterKinds = [...systems, ...roles, ...formatNames, ...demos, datasetKind] as const
export type AdapterKind = (typeof adapterKinds)[number]
export type DemoKind = (typeof demos)[number]

export interface Adapter {
  readonly text: string
  readonly kind: AdapterKind
  readonly instance: string | undefined
}

export type AdapterReading =
  | { readonly ok: true; readonly adapter: Adapter }
  | { readonly ok: false; readonly fault: 'grammar' }
  | { readonly ok: false; readonly fault: 'unknown'; readonly nearest: AdapterKind | undefined }

/** `kind` or `kind:instance`. A kind that fits may still be unknown, which is another fault. */
const adapterPattern = /^[a-z][a-z0-9-]{0,31}(:[A-Za-z0-9][A-Za-z0-9._-]{0,63})?$/

/** An adapter of any kind, known or not: the filter of a list. */
export const adapterName = z
  .string()
  .regex(adapterPattern, { error: wanted('a kind, or a kind and an instance, as in bank:main-eur') })
  .meta({ example: 'bank:main-eur' })

/** An adapter of a known kind. An unknown kind has the fault `unknown_adapter`, which names the nearest known kind. */
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

/** The members of a request that name its two sides. */
export const sideAdapters = {
  sourceAdapter: described(adapterText, 'The adapter of the source: its newest dataset is read'),
  targetAdapter: described(adapterText, 'The adapter of the target: its newest dataset is read'),
}

/** Reads `kind[:instance]`. For an unknown kind `nearest` is the known kind that was most likely meant, if any. */
export function readAdapter(text: string): AdapterReading {
  if (!adapterPattern.test(text)) return { ok: false, fault: 'grammar' }
  const colon = text.indexOf(':')
  const [name, instance] = colon < 0 ? [text, undefined] : [text.slice(0, colon), text.slice(colon + 1)]
  const kind = adapterKinds.find((known) => known === name)
  if (kind === undefined) return { ok: false, fault: 'unknown', nearest: nearestName(name, adapterKinds) }
  return { ok: true, adapter: { text, kind, instance } }
}

/** The adapter that `text` names. Throws unless `adapterText` accepts the text. */
export function adapterOf(text: string): Adapter {
  const reading = readAdapter(text)
  if (!reading.ok) throw new Error(`No adapter: ${text}`)
  return reading.adapter
}

/** Whether the records of this kind are built in. */
export const isDemoKind = (kind: string): kind is DemoKind => demos.some((demo) => demo === kind)
