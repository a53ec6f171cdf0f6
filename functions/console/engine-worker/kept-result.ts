import type { JsonValue } from '@tallystick/engine/base'
import type { BySide, Side } from '@tallystick/engine/record'
import type { FileSettings } from './engine-types.ts'

/** What the origin's private file system keeps of a result: its files, and how to read and reconcile them again. */
export interface KeptResult {
  readonly id: string
  readonly title: string
  /** ISO 8601, when the run was made. */
  readonly madeAt: string
  readonly resultRoot: string
  readonly breakCount: number
  readonly matchRate: string
  readonly policy: JsonValue
  readonly sides: BySide<{ readonly name: string; readonly settings: FileSettings }>
}

export interface ResultStore {
  /** Rejects where the browser keeps nothing, or has no room. */
  readonly keep: (result: KeptResult, files: BySide<Blob>) => Promise<void>
  /** The newest first; empty where the browser keeps nothing. */
  readonly list: () => Promise<readonly KeptResult[]>
  readonly fileOf: (result: KeptResult, side: Side) => Promise<File>
  readonly forget: (id: string) => Promise<void>
}
