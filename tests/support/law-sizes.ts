/** Generated cases that a law is tried on where its title says nothing else; the runner of the tests prints them. */
export const lawSizes = { quick: 10, short: 25, long: 2_500 } as const
