import type { RecordReader } from './format.ts'
import type { FaultLog } from './row-fault.ts'

/** Takes the lines of a text file, in order. */
export interface LineTaker {
  /** Takes a line without its end, from the physical line `line` on. */
  take(text: string, line: number): void
  /** Takes the beginning of a line that goes on, and gives the number of characters that it has used up. */
  takeBegun?(text: string, line: number): number
  end(): void
}

/** UTF-16 units that one line may have; a record has as many bytes at most. */
export const lineLengthMax = 65_536

/** A line that is longer is offered while it arrives, each time that it has grown twofold. */
const offeredLength = 16_384

/** The last line that programs of MS-DOS write, which is no part of the text. */
export const endOfDosFile = '\u001a'

/**
 * A reader of UTF-8 that hands on lines, which CR LF, LF or CR ends. Bytes that are no text, and a longer line than a
 * record may be, are faults. Holds one line.
 */
export function createLineReader(lines: LineTaker, faults: FaultLog): RecordReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let line = 1
  let endsInReturn = false
  let offerAt = offeredLength

  const addFault = (code: 'invalid_encoding' | 'record_too_large', detail: string): void => {
    faults.add({ line, column: null, field: null, code, detail })
    faults.close()
  }
  const decode = (bytes: Uint8Array | undefined): string | undefined => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      addFault(
        'invalid_encoding',
        'Got bytes that are no text in the encoding of the file, wanted the right charset or "encoding"',
      )
      return undefined
    }
  }
  const isBounded = (length: number): boolean => {
    if (length > lineLengthMax)
      addFault('record_too_large', `Got a line of more than ${lineLengthMax} characters, wanted at most that`)
    return length <= lineLengthMax
  }
  const takeText = (decoded: string): void => {
    // A line feed behind a carriage return that ended the text before belongs to the same line's end.
    const text = endsInReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    if (decoded !== '') endsInReturn = decoded.endsWith('\r')
    let start = 0
    let newline = text.indexOf('\n')
    let carriage = text.indexOf('\r')
    while ((newline >= 0 || carriage >= 0) && !faults.isFull()) {
      const end = carriage >= 0 && (newline < 0 || carriage < newline) ? carriage : newline
      if (!isBounded(rest.length + end - start)) return
      lines.take(rest + text.slice(start, end), line)
      rest = ''
      line += 1
      start = end === carriage && newline === end + 1 ? end + 2 : end + 1
      if (newline >= 0 && newline < start) newline = text.indexOf('\n', start)
      if (carriage >= 0 && carriage < start) carriage = text.indexOf('\r', start)
    }
    rest += text.slice(start)
    if (rest.length >= offerAt && lines.takeBegun !== undefined) {
      rest = rest.slice(lines.takeBegun(rest, line))
      offerAt = Math.max(2 * rest.length, offeredLength)
    }
    isBounded(rest.length)
  }
  return {
    write(bytes) {
      if (faults.isFull()) return
      const text = decode(bytes)
      if (text !== undefined) takeText(text)
    },
    end() {
      if (faults.isFull() || decode(undefined) === undefined) return
      if (rest !== '') lines.take(rest, line)
      lines.end()
    },
  }
}
