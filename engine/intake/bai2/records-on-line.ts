/**
 * Splits lines that hold several records: some banks separate records by slashes only, or give all records one length.
 */

/** What earlier lines have shown decides unclear cases. */
interface LineCutter {
  /**
   * The records of a line, or of its beginning if `isWhole` is false. `isOfEntry` says whether an 88 at the start
   * continues an entry.
   */
  cut(text: string, place: { readonly isOfEntry: boolean; readonly isWhole: boolean }): readonly string[]
  endLine(): void
  width(): number
}

export function createLineCutter(): LineCutter {
  let width = usualWidth
  let hasSeveral = false
  let pieceLength = 0
  return {
    cut(text, { isOfEntry, isWhole }) {
      if (text.startsWith('01,')) {
        const stated = Number(text.split(',', physicalLengthIndex + 1)[physicalLengthIndex])
        if (stated > 0) width = stated
        if (stated > 0 && beginsRecords(text, stated)) pieceLength = stated
      }
      const records = pieceLength > 0 ? piecesOf(text, pieceLength) : recordsOnLine(text, { isOfEntry, hasSeveral })
      // In an incomplete line the last record does not count: the remainder of the line may show that it is no record.
      hasSeveral ||= records.length > (isWhole ? 1 : 2)
      return records
    },
    endLine() {
      pieceLength = 0
    },
    width: () => width,
  }
}

const usualWidth = 80

const physicalLengthIndex = 6

function beginsRecords(text: string, length: number): boolean {
  for (let start = length; start < text.length; start += length)
    if (!/^\d\d,/.test(text.slice(start, start + 3))) return false
  return text.length > length
}

const piecesOf = (text: string, length: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )

interface LineContext {
  readonly isOfEntry: boolean
  readonly hasSeveral: boolean
}

function recordsOnLine(text: string, context: LineContext): readonly string[] {
  let { isOfEntry, hasSeveral } = context
  const records: string[] = []
  for (let start = 0; ; hasSeveral = true) {
    if (!text.startsWith('88', start)) isOfEntry = text.startsWith('16', start)
    const pattern = !isOfEntry ? behindFields : hasSeveral ? behindText : behindLoneText
    pattern.lastIndex = start
    if (!pattern.test(text)) return [...records, text.slice(start)]
    records.push(text.slice(start, pattern.lastIndex))
    start = pattern.lastIndex
  }
}

const sender = '[^,/]*,[^,/]*'
const total = '[-+]?[\\d.]*'

/**
 * The beginnings of records other than entries. Each pattern excludes texts such as the date `01/02/26` and the number
 * `49,000`.
 */
const others = [
  `01,${sender},(?:20)?\\d{6},`,
  `02,${sender},[1-4]?,(?:20)?\\d{6},`,
  '03,[^,/]*,(?:[A-Z]{3})?[,/]',
  `49,${total},\\d*\\s*/`,
  `9[89],${total},\\d*,\\d*\\s*/`,
]

const endBefore = (begins: readonly string[]): RegExp => new RegExp(`/\\s*(?=${begins.join('|')})`, 'g')

const behindFields = endBefore([...others, '16,', '88[,:]'])

/**
 * `/16,450,000` and `/88,000` may be numbers in a text. On lines with several records, `16,450,` begins an entry even
 * if its amount is faulty.
 */
const continuation = '88[,:](?!\\d{3}(?!\\d))'
const behindText = endBefore([...others, '16,\\d{3},', continuation])
const behindLoneText = endBefore([...others, '16,\\d{3},[-+]?[\\d.]*[,/]', continuation])
