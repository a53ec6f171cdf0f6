import { type ArtifactLine, bytesOfPart, createLineSplitter, type LinePart } from './line-splitter.ts'

/** An artifact as it is stored or was just written: text or bytes cut anywhere, or chunks of whole lines. */
export type LineParts = AsyncIterable<LinePart> | Iterable<LinePart>

/** The lines of an artifact in order, without their newlines, as many at a time as a part ends. Holds one part at most. */
export async function* readLines(parts: LineParts): AsyncGenerator<readonly ArtifactLine[]> {
  const splitter = createLineSplitter()
  for await (const part of parts) yield splitter.push(bytesOfPart(part))
  const rest = splitter.end()
  if (rest !== undefined) yield [rest]
}
