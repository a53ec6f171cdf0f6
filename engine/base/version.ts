/**
 * The version of the matching semantics, named in every result. It changes only when some input gives other bytes than
 * before; the golden files under tests/ fail when bytes change without a new version.
 */
export const engineVersion = '2'
