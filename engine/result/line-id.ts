/** The ids of result lines, from the kind and the leaf hash of a line. */

const prefixes = { match: 'mat', suggestion: 'sug', break: 'brk', excluded: 'exc' } as const

/** The kinds of lines that are about records, and have an id. */
export type NamedKind = keyof typeof prefixes

/** The id of a line: `mat_`, `sug_`, `brk_` or `exc_` and the first 26 characters of its leaf hash in hex. */
export const idOfLine = (kind: NamedKind, hash: string): string => `${prefixes[kind]}_${hash.slice(0, 26)}`

/** Whether lines of a kind have an id; the header and the totals have none. */
export const isNamedKind = (kind: string): kind is NamedKind => Object.hasOwn(prefixes, kind)
