import type { RecordReader } from '../format/format.ts'
import type { RowFaultCode } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-plan.ts'
import { createTagMemory } from './ofx-tag.ts'
import {
  closeText,
  emptyScan,
  refill,
  refuseLength,
  type Scan,
  type TagTaker,
  takeTag,
  takeText,
  waitingLengthMax,
} from './tag-scan.ts'

/**
 * Reads tags in UTF-8 as they arrive: those of SGML (OFX 1), whose values are not closed, and those of XML (OFX 2)
 * alike, since banks write either under the header of the other. A `<` that begins no tag is text. A document type
 * declaration is a fault, so that no entity can be declared. Holds one tag and its text.
 */
export function createTagReader(
  taker: TagTaker,
  { faults, backlog }: Pick<RecordSink, 'faults' | 'backlog'>,
): RecordReader {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let endsInReturn = false
  let arrived = ''

  const refuse = (code: RowFaultCode, detail: string): void => {
    if (!faults.isFull()) faults.add({ line: scan.line, column: null, field: null, code, detail })
    faults.close()
  }
  const scan: Scan = { ...emptyScan, tagOf: createTagMemory(), taker, refuse }
  const decode = (bytes: Uint8Array | undefined): string | undefined => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })
    } catch {
      refuse('invalid_encoding', 'Got bytes that are no text in the encoding of the file, wanted the right "encoding"')
      return undefined
    }
  }
  const take = function* (decoded: string, isLast: boolean): Steps<void> {
    // A line feed at the beginning belongs to the carriage return that ended the text before.
    const text = endsInReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    if (decoded !== '') endsInReturn = decoded.endsWith('\r')
    const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    refill(scan, plain)
    while (!faults.isFull() && takeTag(scan, isLast)) if (backlog.isBehind()) yield* backlog.workOff()
    if (scan.text.length - scan.from > waitingLengthMax) refuseLength(scan)
  }
  return {
    *write(bytes) {
      const text = faults.isFull() ? undefined : decode(bytes)
      if (text === undefined) return
      arrived += text
      // An incomplete text is scanned again from its start, so wait for enough characters.
      if (arrived.length < rescanLength) return
      yield* take(arrived, false)
      arrived = ''
    },
    *end() {
      const text = faults.isFull() ? undefined : decode(undefined)
      if (text === undefined) return
      yield* take(arrived + text, true)
      takeText(scan, scan.text.length)
      closeText(scan)
      if (!faults.isFull()) taker.finish(scan.line)
      yield* backlog.workOff()
    },
  }
}

const rescanLength = 4096
