/** The mapping that a fault of the reader ends with, as JSON; undefined where no fault offers one. */
export function offeredMapping(faults: readonly { readonly detail: string }[]): string | undefined {
  return faults.map(({ detail }) => /: (\{".*\})$/s.exec(detail)?.[1]).find((text) => text !== undefined)
}
