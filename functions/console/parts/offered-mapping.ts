/** The mapping that the reader of a file offers at the end of one of its faults, as JSON; undefined where it offers none. */
export function offeredMapping(faults: readonly { readonly detail: string }[]): string | undefined {
  return faults.map(({ detail }) => /: (\{".*\})$/s.exec(detail)?.[1]).find((text) => text !== undefined)
}
