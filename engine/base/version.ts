/** Named in every result. Changes when some input gives other bytes than before; golden files fail otherwise. */
export const engineVersion = '2'
