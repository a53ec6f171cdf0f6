import type { SaxesParser } from 'saxes'
import { type Fault, intakeLimits } from '../rows/intake-limits.ts'

/** The most UTF-16 units of a tag, of a comment or the like, and of all text between two tags. */
export const xmlLengthMax = 65_536

export const xmlAttributeCountMax = intakeLimits.members

interface TokenBound {
  /** Checks the open token. Call it with each text, in order, after the parser has got it. */
  check(text: string): void
  checkHere(): void
  /** Ends the token `behind` characters after the parser's position. */
  end(behind?: number): void
  /** Ends a tag, behind which another text begins. */
  endTag(): void
  /** Adds to the text behind the last tag, which comments and CDATA sections do not end. */
  addText(text: string): void
}

type RefuseToken = (fault: Fault, line: number) => void

/** Requires that `parser` has read nothing yet. The faults do not depend on how the text is split. */
export function createTokenBound(parser: SaxesParser, refuse: RefuseToken): TokenBound {
  let written = 0
  let [start, line, head] = [0, 1, '']
  let [textLength, textLine] = [0, 1]
  let attributeCount = 0
  let hasName = false

  const checkTo = (position: number): void => {
    if (position - start > xmlLengthMax) refuse(hasName ? tooLong('a tag') : faultOfHead(head), line)
  }
  const checkHere = (): void => checkTo(parser.position)
  const end = (behind = 0): void => {
    const position = parser.position + behind
    checkTo(position)
    start = position
    line = parser.line
    head = ''
    attributeCount = 0
    hasName = false
  }
  parser.on('doctype', () => refuse(doctypeFault, line))
  parser.on('opentagstart', () => {
    checkHere()
    hasName = true
  })
  parser.on('attribute', () => {
    checkHere()
    attributeCount += 1
    if (attributeCount > xmlAttributeCountMax) refuse(tooManyAttributes, line)
  })
  parser.on('xmldecl', () => end())
  parser.on('processinginstruction', () => end())
  // The parser tells of a comment before its last character.
  parser.on('comment', () => end(1))
  return {
    check(text) {
      const from = Math.max(0, start - written)
      if (head.length < doctypeHead.length) head += text.slice(from, from + doctypeHead.length - head.length)
      written += text.length
      if (head === doctypeHead) refuse(doctypeFault, line)
      checkTo(written)
    },
    checkHere,
    end,
    endTag() {
      end()
      textLength = 0
      textLine = line
    },
    addText(text) {
      textLength += text.length
      if (textLength > xmlLengthMax) refuse(tooLong('a text'), textLine)
    },
  }
}

const tooLong = (what: string): Fault => ({
  code: 'record_too_large',
  detail: `Got ${what} of more than ${xmlLengthMax} characters of XML, wanted at most that`,
})

const tooManyAttributes: Fault = {
  code: 'too_many_members',
  detail: `Got a tag with more than ${xmlAttributeCountMax} attributes, wanted at most that`,
}

const doctypeHead = '<!DOCTYPE'
const doctypeFault: Fault = {
  code: 'malformed_xml',
  detail: 'Got a document type declaration, which may declare entities; wanted a file without one',
}

const faultOfHead = (head: string): Fault =>
  tooLong(kinds.find(([beginning]) => head.startsWith(beginning))?.[1] ?? 'a text')

/** Names of tokens by their beginnings. `<` alone stands for a tag whose name has not ended. */
const kinds = [
  ['<!--', 'a comment'],
  ['<![CDATA[', 'a text'],
  ['<?', 'a processing instruction'],
  ['<', 'a name'],
] as const
