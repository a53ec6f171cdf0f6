/**
 * The lines of a text in one: without a space where a line was full, which cuts words, else with one. Before the sign
 * of a subfield nothing is added.
 */
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

/** Of the 65 characters that a line may have, some banks use one less. */
const fullWidth = 64
