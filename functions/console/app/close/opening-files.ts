import { noCurrency } from '@tallystick/engine/base'
import { type BySide, sides } from '@tallystick/engine/record'
import type { FileSettings, ReadSide, SidePreview, SideReading } from '../../engine-worker/engine-types.ts'
import type { Reconciliation } from './close-calls.ts'

/** How the file of open items of a side stands. */
export type OpeningFileState =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly chosen: ReadSide }
  | { readonly kind: 'refused'; readonly chosen: ReadSide; readonly why: Refused | { readonly error: unknown } }
  | { readonly kind: 'read'; readonly chosen: ReadSide; readonly preview: SidePreview }

type Refused = Extract<SideReading, { ok: false }>

export type OpeningFiles = BySide<OpeningFileState>

export const noOpeningFiles: OpeningFiles = { source: { kind: 'none' }, target: { kind: 'none' } }

/** How a file of a side is read at first: as the reconciliation says. */
export const firstSettings = ({ mapping, currency }: Reconciliation['source']): FileSettings => ({
  mapping: mapping ?? undefined,
  currency: currency ?? undefined,
})

interface OpeningReading {
  readonly chosen: ReadSide
  /** Undefined where the file was asked about anew meanwhile. */
  readonly ask: (chosen: ReadSide) => Promise<SideReading | undefined>
  readonly onState: (state: OpeningFileState) => void
}

/** Reads a chosen file, and calls `onState` once with its end. Nothing is called after the returned function was. */
export function readOpeningFile({ chosen, ask, onState }: OpeningReading): () => void {
  let isCurrent = true
  const tell = (state: OpeningFileState): void => {
    if (isCurrent) onState(state)
  }
  ask(chosen).then(
    (reading) => {
      if (reading === undefined) return
      if (reading.ok) tell({ kind: 'read', chosen, preview: reading.preview })
      else tell({ kind: 'refused', chosen, why: reading })
    },
    (error: unknown) => tell({ kind: 'refused', chosen, why: { error } }),
  )
  return () => {
    isCurrent = false
  }
}

/** Why an opening with these files cannot be kept: its items would be missing. Undefined where it can be. */
export function whyNotKept(files: OpeningFiles): string | undefined {
  const kinds = sides.map((side) => files[side].kind)
  if (kinds.includes('refused')) return 'A file of open items cannot be read: choose how it is read, or remove it.'
  return kinds.includes('reading') ? 'A file of open items is still being read.' : undefined
}

/** The currency of a record that names none: that of the balances, of which `XXX` says that there is none. */
export const currencyMember = (currency: string): { readonly currency?: string } =>
  currency === noCurrency ? {} : { currency }
