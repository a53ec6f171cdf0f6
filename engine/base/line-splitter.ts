import { joinBytes, textOf, utf8 } from './bytes.ts'

/** An artifact is a dataset or result as NDJSON: every line ends with a newline. */

/** A line, without its newline. */
export interface ArtifactLine {
  /** Empty when the line is too long. */
  readonly bytes: Uint8Array
  /** Undefined when the bytes are not UTF-8 or the line is too long. */
  readonly text: string | undefined
  readonly isTooLong: boolean
}

/** A part of an artifact. Artifacts may be cut into parts anywhere. */
export type LinePart = string | Uint8Array | { readonly text: string }

export type LineParts = AsyncIterable<LinePart> | Iterable<LinePart>

/** Longer lines are not kept in memory: no row of the database, and so no stored line, has as many bytes. */
export const lineByteCountMax = 2_000_000

/** The complete lines of a text: characters after the last newline are left out. */
export const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

/** The lines of an artifact in order, in one list for each part. The last line may lack its newline. Holds one part. */
export async function* readLines(parts: LineParts): AsyncGenerator<readonly ArtifactLine[]> {
  const splitter = createLineSplitter()
  for await (const part of parts) yield splitter.push(bytesOfPart(part))
  const last = splitter.end()
  if (last !== undefined) yield [last]
}

function bytesOfPart(part: LinePart): Uint8Array {
  if (part instanceof Uint8Array) return part
  return utf8(typeof part === 'string' ? part : part.text)
}

const newline = 0x0a
const tooLong: ArtifactLine = { bytes: new Uint8Array(), text: undefined, isTooLong: true }

export function createLineSplitter() {
  let kept: Uint8Array[] = []
  let keptCount = 0
  const keep = (part: Uint8Array): void => {
    keptCount += part.length
    if (keptCount > lineByteCountMax) kept = []
    else if (part.length > 0) kept.push(part.slice())
  }
  const takeKept = (part: Uint8Array): Uint8Array | undefined => {
    const bytes = keptCount > lineByteCountMax ? undefined : joinBytes([...kept, part])
    kept = []
    keptCount = 0
    return bytes
  }
  return {
    push(part: Uint8Array): ArtifactLine[] {
      const end = part.lastIndexOf(newline) + 1
      if (end === 0) {
        keep(part)
        return []
      }
      const whole = takeKept(part.subarray(0, end))
      keep(part.subarray(end))
      return whole === undefined ? [tooLong, ...linesIn(part.subarray(part.indexOf(newline) + 1, end))] : linesIn(whole)
    },
    isBetweenLines: (): boolean => keptCount === 0,
    end(): ArtifactLine | undefined {
      return keptCount === 0 ? undefined : lineOf(takeKept(new Uint8Array()))
    },
  }
}

/** Decodes all lines in one call if all are UTF-8, since a call for each line would cost more than reading it. */
function linesIn(bytes: Uint8Array): ArtifactLine[] {
  const texts = textOf(bytes)?.split('\n')
  const lines: ArtifactLine[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(newline, start)
    lines.push(lineOf(bytes.subarray(start, end), texts?.[lines.length]))
    start = end + 1
  }
  return lines
}

function lineOf(bytes: Uint8Array | undefined, text?: string): ArtifactLine {
  if (bytes === undefined || bytes.length > lineByteCountMax) return tooLong
  return { bytes, text: text ?? textOf(bytes), isTooLong: false }
}
