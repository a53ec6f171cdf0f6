/** Finds the records that stand on one physical line, as banks write them that end records with their slash alone. */

/** What is known of a line from those before it. */
export interface LineContext {
  /** Whether the record that a first 88 continues is one of an entry, whose text may have slashes. */
  readonly isOfEntry: boolean
  /** Whether a line with several records was there before. */
  readonly hasSeveral: boolean
}

/** The records on a line, each with its slash and the white space behind it. */
export function recordsOnLine(text: string, context: LineContext): readonly string[] {
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

/** Records that are no entries. A date such as `01/02/26` and a number such as `49,000` have fewer fields, or other ones. */
const others = [
  `01,${sender},(?:20)?\\d{6},`,
  `02,${sender},[1-4]?,(?:20)?\\d{6},`,
  '03,[^,/]*,(?:[A-Z]{3})?[,/]',
  `49,${total},\\d*\\s*/`,
  `9[89],${total},\\d*,\\d*\\s*/`,
]

/** The slash that ends a record before one of these begins. */
const endBefore = (begins: readonly string[]): RegExp => new RegExp(`/\\s*(?=${begins.join('|')})`, 'g')

const behindFields = endBefore([...others, '16,', '88[,:]'])

/** `/16,450,000` and `/88,000` may be numbers. What several records on a line have been seen before is an entry, if faulty. */
const continuation = '88[,:](?!\\d{3}(?!\\d))'
const behindText = endBefore([...others, '16,\\d{3},', continuation])
const behindLoneText = endBefore([...others, '16,\\d{3},[-+]?[\\d.]*[,/]', continuation])
