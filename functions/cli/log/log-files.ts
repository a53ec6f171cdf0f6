import type { ReadTile } from '@tallystick/engine/log'
import type { ConsistencyProof } from '@tallystick/engine/merkle'

/** The public files of a log, at an address or in a directory. None of them is trusted. */
export interface LogFiles {
  readonly place: string
  /** The file at a path of C2SP tlog-tiles; undefined where there is none. Throws `UnreachableError`. */
  readonly read: ReadTile
  readonly consistency: (from: number, to: number) => Promise<ConsistencyProof | undefined>
}

/** Thrown where the files of a log cannot be read. The message is for a person. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}
