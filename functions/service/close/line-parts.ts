/** A row of D1 has at most 2,000,000 bytes, and a character at most three. */
const partLengthMax = 500_000

/** Lines, each ended by a newline, in texts of at most 500,000 characters unless a single line is longer. */
export function partsOfLines(lines: readonly string[]): readonly string[] {
  const parts: string[] = []
  let part = ''
  for (const line of lines) {
    if (part !== '' && part.length + line.length >= partLengthMax) {
      parts.push(part)
      part = ''
    }
    part += `${line}\n`
  }
  return part === '' ? parts : [...parts, part]
}

/** A text in parts of at most 500,000 characters. */
export function partsOfText(text: string): readonly string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + partLengthMax, text.length)
    // A character of two code units stays whole.
    if (end < text.length && /[\ud800-\udbff]/.test(text.charAt(end - 1))) end -= 1
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}
