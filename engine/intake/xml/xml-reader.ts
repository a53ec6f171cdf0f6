import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { RecordReader } from '../format.ts'
import type { FaultLog, RowFaultCode } from '../row-fault.ts'
import { createTokenBound } from './token-bound.ts'
import { createUtf8Decoder, type Decoded } from './utf8-decoder.ts'

/** Takes the elements of a document in order. Names are without their prefix, as files of one format differ in prefixes. */
export interface XmlTaker {
  open(name: string, element: XmlElement): void
  /** Takes all text of an element whose children are texts alone, and of others what stands before each child and the end. */
  text(text: string): void
  close(name: string): void
  end(): void
}

export interface XmlElement {
  /** The physical line on which its start tag ends. */
  readonly line: number
  /** An attribute by its name without a prefix. */
  attribute(name: string): string | undefined
}

/** Characters that the parser is given at a time, which it goes through to their end whatever is wrong with them. */
const pieceLength = 8_192

/** How deep elements may be nested: the deepest of camt are 20 deep. */
export const xmlDepthMax = 100

/**
 * A reader of XML 1.0 in UTF-8, as it arrives. A document type declaration is a fault, so that no entity can be declared:
 * neither one of another file nor one that becomes millions of characters. Malformed XML is a fault, which ends the
 * reading, and so is a long text or tag. Holds the text between two tags.
 */
export function createXmlReader(taker: XmlTaker, faults: FaultLog): RecordReader {
  const decoder = createUtf8Decoder()
  const parser = new SaxesParser({ xmlns: false, position: true })
  let depth = 0
  let endLine = 1

  const refuse = (code: RowFaultCode, detail: string, line = parser.line): void => {
    if (!faults.isFull()) faults.add({ line, column: null, field: null, code, detail })
    faults.close()
  }
  const bound = createTokenBound(parser, ({ code, detail }, line) => refuse(code, detail, line))
  const whenSound =
    <Value>(take: (value: Value) => void) =>
    (value: Value): void => {
      if (!faults.isFull()) take(value)
    }
  parser.on('error', ({ message }) => {
    bound.checkHere()
    // The parser finds text around the root at the end of the part that it is in, which may be lines further.
    const line = message.includes('outside of root') ? endLine : parser.line
    refuse('malformed_xml', `Got XML with a fault: ${message.replace(/^\d+:\d+: /, '')}`, line)
  })
  parser.on('xmldecl', () => bound.end())
  parser.on('processinginstruction', () => bound.end())
  // The parser tells of a comment before its last character.
  parser.on('comment', () => bound.end(1))
  parser.on(
    'opentag',
    whenSound((tag) => {
      bound.endTag()
      if (faults.isFull()) return
      depth += 1
      if (depth > xmlDepthMax) refuse('malformed_xml', `Got elements nested more than ${xmlDepthMax} deep`)
      else taker.open(localName(tag.name), { line: parser.line, attribute: (name) => attributeOf(tag, name) })
    }),
  )
  /** Takes a text that ends as many characters behind the parser's place. */
  const takeText = (behind: number) =>
    whenSound((text: string) => {
      bound.end(behind)
      bound.addText(text)
      if (depth > 0 && !faults.isFull()) taker.text(text)
    })
  // The parser tells of a text behind the first character of what follows.
  parser.on('text', takeText(-1))
  parser.on('cdata', takeText(0))
  parser.on(
    'closetag',
    whenSound(({ name }) => {
      bound.endTag()
      if (faults.isFull()) return
      depth -= 1
      endLine = parser.line
      taker.close(localName(name))
    }),
  )
  const parse = ({ text, isSound }: Decoded): void => {
    for (let start = 0; start < text.length && !faults.isFull(); start += pieceLength) {
      const piece = text.slice(start, start + pieceLength)
      parser.write(piece)
      bound.check(piece)
    }
    if (!isSound) refuse('invalid_encoding', 'Got bytes that are no text in the encoding of the file')
  }
  return {
    write(bytes) {
      if (!faults.isFull()) parse(decoder.decode(bytes))
    },
    end() {
      if (faults.isFull()) return
      parse(decoder.end())
      if (!faults.isFull()) parser.close()
      if (!faults.isFull()) taker.end()
    },
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributeOf({ attributes }: SaxesTagPlain, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name]
  for (const own in attributes) if (own.endsWith(name) && localName(own) === name) return attributes[own]
  return undefined
}
