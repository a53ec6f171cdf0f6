import { joinBytes, textOf, utf8 } from './bytes.ts'

/** A line of an artifact, without its newline. */
export interface ArtifactLine {
  /** None of a line that is too long. */
  readonly bytes: Uint8Array
  /** Undefined where the bytes are no UTF-8, or too many. */
  readonly text: string | undefined
  readonly isTooLong: boolean
}

/** A stretch of an artifact: text or bytes cut anywhere, or an object that holds such text. */
export type LinePart = string | Uint8Array | { readonly text: string }

/** The bytes of a stretch of an artifact. */
export function bytesOfPart(part: LinePart): Uint8Array {
  if (part instanceof Uint8Array) return part
  return utf8(typeof part === 'string' ? part : part.text)
}

/** More bytes than a row may have, so than any line that was stored: a longer one is not held, however it arrives. */
export const lineByteCountMax = 2_000_000

const newline = 0x0a
const tooLong: ArtifactLine = { bytes: new Uint8Array(), text: undefined, isTooLong: true }

/** Cuts bytes into lines; what comes after the last newline waits for the next bytes. */
export function createLineSplitter() {
  let waiting: Uint8Array[] = []
  let waitingCount = 0
  const wait = (part: Uint8Array): void => {
    waitingCount += part.length
    if (waitingCount > lineByteCountMax) waiting = []
    else if (part.length > 0) waiting.push(part.slice())
  }
  const takeWaiting = (rest: Uint8Array): Uint8Array | undefined => {
    const bytes = waitingCount > lineByteCountMax ? undefined : joinBytes([...waiting, rest])
    waiting = []
    waitingCount = 0
    return bytes
  }
  return {
    push(part: Uint8Array): ArtifactLine[] {
      const end = part.lastIndexOf(newline) + 1
      if (end === 0) {
        wait(part)
        return []
      }
      const whole = takeWaiting(part.subarray(0, end))
      wait(part.subarray(end))
      return whole === undefined ? [tooLong, ...linesIn(part.subarray(part.indexOf(newline) + 1, end))] : linesIn(whole)
    },
    isBetweenLines: (): boolean => waitingCount === 0,
    end(): ArtifactLine | undefined {
      return waitingCount === 0 ? undefined : lineOf(takeWaiting(new Uint8Array()))
    },
  }
}

/** One decoding for all lines where that works: one for each costs more than reading it. */
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
