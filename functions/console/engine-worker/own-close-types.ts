import type { OwnSigner } from '@tallystick/audit/close/own-signer'
import type { EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import type { NewOpening, PeriodRecord } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'
import type { Period, PeriodManifest } from '@tallystick/engine/close'
import type { BySide, Side } from '@tallystick/engine/record'
import type { FileSettings, ReadSide } from './engine-types.ts'

/** Closes that this browser keeps, whose people sign with keys of their own. */

export interface KeptMonth extends Period, Pick<PeriodRecord, 'state' | 'edition'> {
  readonly number: number
}

export interface KeptClose {
  readonly id: string
  readonly name: string
  /** How the newest file of each side was read. */
  readonly settings: BySide<FileSettings>
  /** In their order. */
  readonly months: readonly KeptMonth[]
}

/** A key of this browser, under the name that its owner gave. */
export interface NamedKey {
  readonly publicKey: string
  readonly name: string
}

export interface MadeKey extends NamedKey {
  /** The text of a file. */
  readonly copy?: string
}

export interface NewClose {
  readonly name: string
  readonly period: Period
  readonly statement: Side
  readonly policy: JsonValue | undefined
  /** By currency: up to which amount an item may stay undecided, and above which an adjustment needs another key. */
  readonly bounds: Pick<PeriodManifest, 'materiality' | 'approvalAbove'>
  readonly opening: NewOpening
  readonly files: BySide<ReadSide>
}

/** A month of the revision that was seen, and the key of who changes it. */
export interface OwnAct {
  readonly id: string
  readonly revision: number
  readonly key: string
}

/** What is kept of closes: facts, and a pack of each month in its newest revision. */
export interface CloseStore {
  /** Empty where the browser keeps nothing. */
  readonly list: () => Promise<readonly KeptClose[]>
  /** Rejects where the browser keeps nothing, or has no room; so does `writePack`. */
  readonly write: (close: KeptClose) => Promise<void>
  readonly readPack: (close: string, place: PackPlace) => Promise<KeptPack | undefined>
  /** Keeps the pack as the revision after the newest. */
  readonly writePack: (close: string, place: PackPlace, pack: Blob) => Promise<void>
  readonly forget: (close: string) => Promise<void>
  /** Works that change something go one after the other, in all tabs together. */
  readonly inTurn: <Value>(work: () => Promise<Value>) => Promise<Value>
}

/** A month as it stands, or an edition of it that was approved before the one that stands. */
export interface PackPlace extends Pick<KeptMonth, 'number'>, Partial<Pick<KeptMonth, 'edition'>> {}

export interface KeptPack {
  readonly revision: number
  readonly blob: Blob
}

/** The keys of the people who close at this browser. */
export interface KeyStore {
  readonly list: () => Promise<readonly NamedKey[]>
  /** Under a passphrase there is a copy, to be saved: later nobody can read the key. */
  readonly make: (name: string, passphrase?: string) => Promise<MadeKey>
  /** Takes a key from its copy. Undefined for other files, and for another passphrase. */
  readonly take: (copy: string, passphrase: string) => Promise<NamedKey | undefined>
  /** Undefined where the browser has no such key. */
  readonly find: (publicKey: string) => Promise<(OwnSigner & NamedKey) | undefined>
}

/** The id of a month: `<close>/<number>`. */
export const monthId = (close: string, number: number): string => `${close}/${number}`

export type { EvidenceUse }
