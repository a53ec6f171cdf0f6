/** How a line of a result is called: by the kind of what it says and its leaf hash. */

const prefixes = { match: 'mat', suggestion: 'sug', break: 'brk', excluded: 'exc' } as const

/** The kinds of lines that are about records, and have an id. */
export type NamedKind = keyof typeof prefixes

/** The id of a line from its leaf hash: `mat_`, `sug_`, `brk_` or `exc_` and its first 26 characters. */
export const idOfLine = (kind: NamedKind, hash: string): string => `${prefixes[kind]}_${hash.slice(0, 26)}`

/** Whether lines of a kind have an id; the first and the last of a result, which are about all of it, have none. */
export const isNamedKind = (kind: string): kind is NamedKind => Object.hasOwn(prefixes, kind)
