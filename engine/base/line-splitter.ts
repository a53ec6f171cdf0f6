import { joinBytes, textOf, utf8 } from './bytes.ts'

/** Lines of artifacts: NDJSON in which every line ends with a newline. */

/** A line of an artifact, without its newline. */
export interface ArtifactLine {
  /** Empty when the line is too long. */
  readonly bytes: Uint8Array
  /** Undefined when the bytes are not UTF-8, and when the line is too long. */
  readonly text: string | undefined
  readonly isTooLong: boolean
}

/** A stretch of an artifact: text or bytes cut anywhere, or an object that holds such text. */
export type LinePart = string | Uint8Array | { readonly text: string }

/** An artifact as it is stored or was just written, in stretches. */
export type LineParts = AsyncIterable<LinePart> | Iterable<LinePart>

/** More bytes than a stored row may have, and so than any stored line. A longer line is not kept in memory. */
export const lineByteCountMax = 2_000_000

/** The lines of `text`, each ended by a newline; characters after the last newline are no line. */
export const linesOf = (text: string): string[] => text.split('\n').slice(0, -1)

/** The lines of an artifact in order, those of one part at a time; a last line without newline counts. Holds one part. */
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

/** Cuts bytes into lines. Bytes after the last newline are kept until the next part. */
export function createLineSplitter() {
  let kept: Uint8Array[] = []
  let keptCount = 0
  const keep = (part: Uint8Array): void => {
    keptCount += part.length
    if (keptCount > lineByteCountMax) kept = []
    else if (part.length > 0) kept.push(part.slice())
  }
  /** The kept bytes and `rest`; undefined when the kept bytes are more than a line may have. */
  const takeKept = (rest: Uint8Array): Uint8Array | undefined => {
    const bytes = keptCount > lineByteCountMax ? undefined : joinBytes([...kept, rest])
    kept = []
    keptCount = 0
    return bytes
  }
  return {
    /** The lines that end in `part`. */
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
    /** The last line, if it has no newline. */
    end(): ArtifactLine | undefined {
      return keptCount === 0 ? undefined : lineOf(takeKept(new Uint8Array()))
    },
  }
}

/** Decodes all lines at once if all are UTF-8: a call of the decoder for each line costs more than reading the line. */
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
