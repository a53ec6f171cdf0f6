import type { JsonValue } from '@tallystick/engine/base'
import type { FileSettings } from './engine-types.ts'

/** How files of one layout are read: of one format, with the same names of columns. */
export interface KeptLayout {
  /** The format and the names of columns. */
  readonly id: string
  /** The name of the newest file that was read in this way. */
  readonly name: string
  readonly format: string
  /** The header as texts; empty for formats without columns. */
  readonly header: readonly string[]
  readonly settings: FileSettings
}

/** The rules of the newest run of two layouts, by their ids. */
export interface KeptRules {
  readonly source: string
  readonly target: string
  readonly policy: JsonValue
}

export interface KeptLayouts {
  readonly layouts: readonly KeptLayout[]
  readonly rules: readonly KeptRules[]
}

export interface LayoutStore {
  /** Empty where the browser keeps nothing. */
  readonly read: () => Promise<KeptLayouts>
  /** Rejects where the browser keeps nothing, or has no room. */
  readonly write: (kept: KeptLayouts) => Promise<void>
}

export const noLayouts: KeptLayouts = { layouts: [], rules: [] }
