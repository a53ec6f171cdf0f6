/** The mapping at the end of a fault of the reader, as JSON; undefined where it offers none. */
export function offeredMapping(faults: readonly { readonly detail: string }[]): string | undefined {
  return faults.map(({ detail }) => /: (\{".*\})$/s.exec(detail)?.[1]).find((text) => text !== undefined)
}
