import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { RecordReader } from '../format/format.ts'
import type { RowFault, RowFaultCode } from '../rows/row-fault.ts'
import type { Steps } from '../rows/steps.ts'
import type { RecordSink } from '../table/record-plan.ts'
import { createTokenBound } from './token-bound.ts'
import { createUtf8Decoder, type Decoded } from './utf8-decoder.ts'

/** Names come without their prefix, as files of one format differ in prefixes. */
export interface XmlTaker {
  open(name: string, element: XmlElement): void
  /**
   * Takes the text before each child and before the end tag. A comment or CDATA section splits a text into several
   * calls.
   */
  text(text: string): void
  close(name: string): void
  end(): void
}

export interface XmlElement {
  /** The line of the file on which its start tag ends. */
  readonly line: number
  /** The attribute of this name, with or without a prefix. */
  attribute(name: string): string | undefined
}

/** Characters that the parser gets at a time. After a fault the parser still reads to the end of what it got. */
const pieceLength = 8_192

type XmlSink = Pick<RecordSink, 'faults' | 'backlog'>

/** The deepest elements of camt are 20 deep. */
export const xmlDepthMax = 100

/**
 * Reads XML 1.0 in UTF-8 as it arrives. A document type declaration is a fault, so that no entity can be declared:
 * neither one of another file nor one that becomes millions of characters. Malformed XML, a long text and a long tag
 * are faults too; each ends the reading. Holds the text between two tags.
 */
export function createXmlReader(taker: XmlTaker, { faults, backlog }: XmlSink): RecordReader {
  const decoder = createUtf8Decoder()
  const parser = new SaxesParser({ xmlns: false, position: true })
  let [depth, endLine] = [0, 1]
  const { hand, close, workOff } = createEvents({ faults, backlog })
  const refuse = (code: RowFaultCode, detail: string, line = parser.line): void =>
    close({ line, column: null, field: null, code, detail })
  const bound = createTokenBound(parser, ({ code, detail }, line) => refuse(code, detail, line))
  parser.on('error', ({ message }) => {
    bound.checkHere()
    // The parser notices text around the root at the end of its part, which may be lines further.
    const line = message.includes('outside of root') ? endLine : parser.line
    refuse('malformed_xml', `Got XML with a fault: ${message.replace(/^\d+:\d+: /, '')}`, line)
  })
  parser.on('opentag', (tag) => {
    bound.endTag()
    depth += 1
    if (depth > xmlDepthMax) refuse('malformed_xml', `Got elements nested more than ${xmlDepthMax} deep`)
    const element = { line: parser.line, attribute: (name: string) => attributeOf(tag, name) }
    hand(() => taker.open(localName(tag.name), element))
  })
  const takeText = (behind: number) => (text: string) => {
    bound.end(behind)
    bound.addText(text)
    if (depth > 0) hand(() => taker.text(text))
  }
  // The parser reports a text after it has read the first character of what follows.
  parser.on('text', takeText(-1))
  parser.on('cdata', takeText(0))
  parser.on('closetag', ({ name }) => {
    bound.endTag()
    depth -= 1
    endLine = parser.line
    hand(() => taker.close(localName(name)))
  })
  const parse = function* ({ text, isSound }: Decoded): Steps<void> {
    for (const piece of piecesOf(text)) {
      if (faults.isFull()) break
      parser.write(piece)
      bound.check(piece)
      yield* workOff()
    }
    if (!isSound) refuse('invalid_encoding', 'Got bytes that are no text in the encoding of the file')
  }
  return {
    *write(bytes) {
      if (!faults.isFull()) yield* parse(decoder.decode(bytes))
    },
    *end() {
      if (faults.isFull()) return
      yield* parse(decoder.end())
      if (faults.isFull()) return
      parser.close()
      hand(taker.end)
      yield* workOff()
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf({ attributes }: SaxesTagPlain, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name]
  for (const own in attributes) if (own.endsWith(name) && localName(own) === name) return attributes[own]
  return undefined
}

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += pieceLength) yield text.slice(start, start + pieceLength)
}

function createEvents({ faults, backlog }: XmlSink) {
  const waiting: (() => void)[] = []
  const hand = (event: () => void): void => {
    if (backlog.isBehind()) waiting.push(event)
    else if (!faults.isFull()) event()
  }
  return {
    hand,
    /** Ends the reading with a fault, after the events before it. */
    close: (fault: RowFault): void =>
      hand(() => {
        faults.add(fault)
        faults.close()
      }),
    *workOff(): Steps<void> {
      while (backlog.isBehind()) {
        yield* backlog.workOff()
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
          if (!faults.isFull()) event()
          if (backlog.isBehind()) break
        }
      }
    },
  }
}
