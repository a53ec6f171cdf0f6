/** Joins lines with a space, except behind a full line, which may cut a word, and before the sign of a subfield. */
export function joinWrapped(lines: readonly string[], sign?: string): string {
  const [first = '', ...others] = lines
  if (others.length === 0) return first
  const width = lines.reduce((longest, { length }) => Math.max(longest, length), fullWidth)
  let text = first
  let isFull = first.length >= width
  for (const line of others) {
    text =
      isFull || (sign !== undefined && line.startsWith(sign)) ? text + line : `${text.trimEnd()} ${line.trimStart()}`
    isFull = line.length >= width
  }
  return text
}

/** A line may have 65 characters, of which some banks use 64. */
const fullWidth = 64
