import { utf8 } from '../base/bytes.ts'
import { type ArtifactLine, createLineSplitter } from '../base/line-splitter.ts'
import type { ArtifactPart } from '../verify/chain/artifact-reader.ts'

/** An artifact as it is stored or was just written: text or bytes cut anywhere, or chunks of whole lines. */
export type ArtifactParts = AsyncIterable<ArtifactPart> | Iterable<ArtifactPart>

/** The lines of an artifact in order, without their newlines; holds no more than a part. */
export async function* readLines(parts: ArtifactParts): AsyncGenerator<readonly ArtifactLine[]> {
  const splitter = createLineSplitter()
  for await (const part of parts) {
    const bytes = part instanceof Uint8Array ? part : utf8(typeof part === 'string' ? part : part.text)
    yield splitter.push(bytes)
  }
  const rest = splitter.end()
  if (rest !== undefined) yield [rest]
}
