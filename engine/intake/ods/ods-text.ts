import { cellLengthMax } from '../sheet/cell-budget.ts'
import type { XmlElement } from '../xml/xml-reader.ts'

/** Collects what a cell shows: its paragraphs as lines, without notes, comments, drawings and phonetic text. */
interface ParagraphText {
  open(name: string, element: XmlElement): void
  text(text: string): void
  close(): void
  take(): string
}

const left = new Set(['annotation', 'note', 'frame', 'ruby-text'])

/** A file of a few bytes may ask for any number of spaces. */
const spaceCountMax = 1_000

export function createParagraphText(): ParagraphText {
  let text = ''
  let depth = 0
  let leftDepth = 0
  let isParagraph = false
  const add = (more: string): void => {
    if (text.length <= cellLengthMax) text += more
  }
  return {
    open(name, { attribute }) {
      depth += 1
      if (leftDepth > 0) return
      if (left.has(name) || (depth === 1 && name !== 'p')) leftDepth = depth
      else if (depth === 1) {
        if (isParagraph) add('\n')
        isParagraph = true
      } else if (name === 's') add(' '.repeat(Math.min(spaceCountMax, Math.trunc(Number(attribute('c') ?? '1')) || 1)))
      else if (name === 'tab') add('\t')
      else if (name === 'line-break') add('\n')
    },
    text(more) {
      if (depth > 0 && leftDepth === 0) add(more.replace(/[ \t\r\n]+/g, ' '))
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
