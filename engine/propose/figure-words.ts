/** Shares in the figures of a proposal: `part` of `whole`. */
export const ofAll = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10} %)`
