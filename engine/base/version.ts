/**
 * The version of the engine, named in every result. It has to change when some input gives other result bytes; golden
 * files fail otherwise.
 */
export const engineVersion = '3'
