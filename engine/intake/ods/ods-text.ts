import type { XmlElement } from '../xml/xml-reader.ts'

/** Collects what a cell shows: its paragraphs as lines, without notes, comments, drawings and phonetic text. */
export interface ParagraphText {
  open(name: string, element: XmlElement): void
  text(text: string): void
  close(): void
  /** The text since the last call. */
  take(): string
}

const left = new Set(['annotation', 'note', 'frame', 'ruby-text'])

/** A file of a few bytes may ask for any number of spaces. */
const spaceCountMax = 1_000

/** No text yet. Elements are those inside the cell. */
export function createParagraphText(): ParagraphText {
  let text = ''
  let depth = 0
  /** The depth of an element that is left out; 0 without one. */
  let leftDepth = 0
  let isParagraph = false
  return {
    open(name, { attribute }) {
      depth += 1
      if (leftDepth > 0) return
      if (left.has(name) || (depth === 1 && name !== 'p')) leftDepth = depth
      else if (depth === 1) {
        if (isParagraph) text += '\n'
        isParagraph = true
      } else if (name === 's')
        text += ' '.repeat(Math.min(spaceCountMax, Math.trunc(Number(attribute('c') ?? '1')) || 1))
      else if (name === 'tab') text += '\t'
      else if (name === 'line-break') text += '\n'
    },
    text(more) {
      if (depth > 0 && leftDepth === 0) text += more.replace(/[ \t\r\n]+/g, ' ')
    },
    close() {
      if (leftDepth === depth) leftDepth = 0
      depth -= 1
    },
    take() {
      const taken = text
      text = ''
      isParagraph = false
      return taken
    },
  }
}
