import { linesOf } from '@tallystick/engine/base'

/**
 * The text of an artifact in blocks of whole lines, each line ended by a newline. Text after the last newline is
 * dropped. Holds one part and the beginning of a line. Requires verified bytes: bytes that are not UTF-8 become U+FFFD.
 */
export async function* blocksIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
  let lineBeginning = ''
  for await (const part of parts) {
    const text = lineBeginning + decoder.decode(part, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) yield text.slice(0, end)
    lineBeginning = text.slice(end)
  }
}

export async function* linesIn(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const block of blocksIn(parts)) yield* linesOf(block)
}
