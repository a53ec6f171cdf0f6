import { linesOf } from '@tallystick/engine/base'

/**
 * The text of an artifact that arrives as bytes cut anywhere, in stretches of whole lines, each ended by its newline.
 * Characters after the last newline are left out. Holds a part and the beginning of a line. Throws nothing on bytes that
 * are no UTF-8, which become U+FFFD: requires bytes that have been verified.
 */
export async function* stretchesIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  let lineBeginning = ''
  for await (const part of parts) {
    const text = lineBeginning + decoder.decode(part, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) yield text.slice(0, end)
    lineBeginning = text.slice(end)
  }
}

/** The lines of the same, one by one, without their newlines. */
export async function* linesIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const stretch of stretchesIn(parts)) yield* linesOf(stretch)
}
