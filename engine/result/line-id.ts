const prefixes = { match: 'mat', suggestion: 'sug', break: 'brk', excluded: 'exc', netted: 'net' } as const

/** The kinds of lines that have an id: those about records. */
type NamedKind = keyof typeof prefixes

/** `mat_`, `sug_`, `brk_`, `exc_` or `net_`, and the first 26 characters of the line's leaf hash in hex. */
export const idOfLine = (kind: NamedKind, hash: string): string => `${prefixes[kind]}_${hash.slice(0, 26)}`

/** The header and the totals, which are about the whole run, have no id. */
export const isNamedKind = (kind: string): kind is NamedKind => Object.hasOwn(prefixes, kind)
