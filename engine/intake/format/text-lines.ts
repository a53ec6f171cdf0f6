import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-plan.ts'
import type { RecordReader } from './format.ts'

export interface LineTaker {
  take(text: string, line: number): void
  /** Takes the beginning of a line that has not ended yet. Returns how many characters it has used. */
  takeBegun?(text: string, line: number): number
  end(): void
}

/** The most UTF-16 units of a line, and thereby of a record. */
export const lineLengthMax = 65_536

/** A line that is longer than this goes to `takeBegun` as it arrives, whenever its length has doubled. */
const offeredLength = 16_384

/** MS-DOS programs write this character at the end of a file. It is not part of the text. */
export const endOfDosFile = '\u001a'

/** Reads lines that end in CR LF, LF or CR. Invalid bytes and lines over `lineLengthMax` are faults. Holds one line. */
export function createLineReader(
  lines: LineTaker,
  { faults, backlog }: Pick<RecordSink, 'faults' | 'backlog'>,
): RecordReader {
  const decode = createDecode()
  let [held, line, endsInReturn, offerAt] = ['', 1, false, offeredLength]

  const addFault = (code: 'invalid_encoding' | 'record_too_large', detail: string): void => {
    faults.add({ line, column: null, field: null, code, detail })
    faults.close()
  }
  const isBounded = (length: number): boolean => {
    if (length > lineLengthMax)
      addFault('record_too_large', `Got a line of more than ${lineLengthMax} characters, wanted at most that`)
    return length <= lineLengthMax
  }
  const leftOf = (text: string, length: number): string =>
    text.length < length || lines.takeBegun === undefined ? text : text.slice(lines.takeBegun(text, line))
  const takeText = function* (decoded: string): Steps<void> {
    // If the previous part ended in a carriage return, a line feed here belongs to it.
    const text = endsInReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    if (decoded !== '') endsInReturn = decoded.endsWith('\r')
    let start = 0
    let newline = text.indexOf('\n')
    let carriage = text.indexOf('\r')
    while ((newline >= 0 || carriage >= 0) && !faults.isFull()) {
      const end = carriage >= 0 && (newline < 0 || carriage < newline) ? carriage : newline
      const whole = leftOf(held + text.slice(start, end), offeredLength)
      if (!isBounded(whole.length)) return
      lines.take(whole, line)
      if (backlog.isBehind()) yield* backlog.workOff()
      held = ''
      offerAt = offeredLength
      line += 1
      start = end === carriage && newline === end + 1 ? end + 2 : end + 1
      if (newline >= 0 && newline < start) newline = text.indexOf('\n', start)
      if (carriage >= 0 && carriage < start) carriage = text.indexOf('\r', start)
    }
    held = leftOf(held + text.slice(start), offerAt)
    offerAt = Math.max(2 * held.length, offeredLength)
    isBounded(held.length)
  }
  return {
    *write(bytes) {
      if (faults.isFull()) return
      const text = decode(bytes)
      if (text === undefined) addFault('invalid_encoding', badBytes)
      else yield* takeText(text)
    },
    *end() {
      if (faults.isFull()) return
      if (decode(undefined) === undefined) return addFault('invalid_encoding', badBytes)
      if (held !== '') lines.take(held, line)
      lines.end()
      yield* backlog.workOff()
    },
  }
}

const badBytes = 'Got bytes that are no text in the encoding of the file, wanted the right charset or "encoding"'

/** Decodes UTF-8 part by part; a call with undefined ends the text. Returns undefined for invalid bytes. */
function createDecode(): (bytes: Uint8Array | undefined) => string | undefined {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  return (bytes) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      return undefined
    }
  }
}
