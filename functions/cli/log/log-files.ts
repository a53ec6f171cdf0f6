import type { ReadTile } from '@tallystick/engine/log'
import type { ConsistencyProof } from '@tallystick/engine/merkle'

/** Where the public files of a log are read from: an address or a directory. Nothing that comes from there is trusted. */
export interface LogFiles {
  /** The address or the directory itself, for a person. */
  readonly place: string
  /** The bytes of the file at a path of C2SP tlog-tiles; undefined where there is none. Throws `UnreachableError`. */
  readonly read: ReadTile
  /** A proof between two sizes; undefined where the log gives none. Throws `UnreachableError`. */
  readonly consistency: (from: number, to: number) => Promise<ConsistencyProof | undefined>
}

/** The files of a log cannot be read; the message is for a person. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}
