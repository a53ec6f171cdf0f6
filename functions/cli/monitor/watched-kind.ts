export interface Entry {
  readonly position: number
  readonly leaf: string
  readonly text: string
}

export interface EntryFault {
  readonly detail: string
  /**
   * Where to find the earlier entry that proves the fault together with this one: the first entry from `from` on that
   * `isIt` accepts.
   */
  readonly rival?: { readonly from: number; readonly isIt: (entry: Entry) => boolean }
}

export interface EntryReader {
  readonly take: (entry: Entry) => EntryFault | undefined
  /** What a later reader needs to continue after the accepted entries. */
  readonly memory: () => unknown
}

export interface ReadSoFar {
  readonly origin: string
  readonly entryCount: number
  /** The memory of the reader before; undefined for the first reader. */
  readonly memory?: unknown
}

export interface WatchedKind {
  /** The `kind` member of its state file. */
  readonly stateKind: string
  /** The path of the log below the API of a service. */
  readonly name: 'log' | 'index'
  /** The log and its entries in words for a person: `a log`, `receipts`. */
  readonly ofWhat: string
  readonly entries: string
  /** Makes a reader that continues where an earlier one stopped; undefined where the memory is of another kind. */
  readonly follow: (read: ReadSoFar) => EntryReader | undefined
}
