/**
 * The version of the matching semantics. It is bound into every result and changes only when some input would give
 * other bytes; the golden file under tests/ fails when bytes change without it.
 */
export const engineVersion = '1'
