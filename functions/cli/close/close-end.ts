import type { Terminal } from '../terminal.ts'
import type { CloseArguments } from './close-arguments.ts'

/** `open`: items are undecided, or an amount is unexplained. `unvouched` and `broken` as in `verify`. */
export type CloseEnd =
  | { readonly ok: true; readonly end: 'done' | 'open' | 'unvouched' | 'broken' }
  | { readonly ok: false; readonly faults: readonly string[] }

export type RunVerb = (input: CloseArguments, terminal: Terminal) => Promise<CloseEnd> | CloseEnd

export const done: CloseEnd = { ok: true, end: 'done' }
