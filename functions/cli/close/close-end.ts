/** `open`: items are undecided, or an amount is unexplained. `unvouched` and `broken` as in `verify`. */
export type CloseEnd =
  | { readonly ok: true; readonly end: 'done' | 'open' | 'unvouched' | 'broken' }
  | { readonly ok: false; readonly faults: readonly string[] }

export const done: CloseEnd = { ok: true, end: 'done' }
