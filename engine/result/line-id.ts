const prefixes = { match: 'mat', suggestion: 'sug', break: 'brk', excluded: 'exc', netted: 'net' } as const

/** The kinds of lines about records. Only these have an id. */
type NamedKind = keyof typeof prefixes

/**
 * A prefix and the first 26 characters of the line's leaf hash in hex. The prefixes are `mat_`, `sug_`, `brk_`, `exc_`
 * and `net_`.
 */
export const idOfLine = (kind: NamedKind, hash: string): string => `${prefixes[kind]}_${hash.slice(0, 26)}`

/** Whether lines of a kind have an id. The header and the totals have none: they are about the whole run. */
export const isNamedKind = (kind: string): kind is NamedKind => Object.hasOwn(prefixes, kind)
