/** An entry of a log, which is the leaf of the signed tree at its place. */
export interface Entry {
  readonly position: number
  /** Its leaf hash. */
  readonly leaf: string
  readonly text: string
}

/** Why an entry does not go on with those before. */
export interface EntryFault {
  /** A sentence. */
  readonly detail: string
  /** The earlier entry that proves the fault together with this one: the first from a place on that is it. */
  readonly rival?: { readonly from: number; readonly isIt: (entry: Entry) => boolean }
}

/** Goes through the entries of a log, one after another. */
export interface EntryReader {
  /** Takes the next entry; what is wrong with it, if anything, and then it is not taken. */
  readonly take: (entry: Entry) => EntryFault | undefined
  /** What has to be known of the entries taken to go on behind them. */
  readonly memory: () => unknown
}

/** Where a reader begins. */
export interface ReadSoFar {
  readonly origin: string
  readonly entryCount: number
  /** What the reader before knew; undefined for the first. */
  readonly memory?: unknown
}

/** A kind of log that a monitor watches. */
export interface WatchedKind {
  /** The kind of its state. */
  readonly stateKind: string
  /** What a service has it under. */
  readonly name: 'log' | 'index'
  /** It and its entries, for a person: `a log`, `receipts`. */
  readonly ofWhat: string
  readonly entries: string
  /** A reader that goes on behind what was read; undefined for a memory that no reader of this kind gives. */
  readonly follow: (read: ReadSoFar) => EntryReader | undefined
}
