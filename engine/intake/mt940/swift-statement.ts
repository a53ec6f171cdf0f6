import { isKnownCurrency } from '../../base/currency.ts'
import type { ReaderOptions } from '../format.ts'
import { shown } from '../row-fault.ts'
import { parseShortDate } from '../short-date.ts'
import { createStatementWriter, type StatementFacts, type StatementSink } from '../statement-writer.ts'
import { createEntryControls } from './entry-controls.ts'
import { createEntryWriter } from './entry-writer.ts'
import { parseBalance } from './swift-balance.ts'
import type { SwiftField, SwiftFieldTaker } from './swift-fields.ts'

/** Turns the fields of messages into statements and their entries. Holds one entry. */
export function createSwiftStatements(options: ReaderOptions, sink: StatementSink): SwiftFieldTaker {
  const writer = createStatementWriter(sink, options.currency)
  let isOpen = false
  let hasOpening = false
  let isClosed = false
  let isFound = false
  let controls = createEntryControls()
  const entries = createEntryWriter(sink, (entry) => {
    writer.take(entry)
    controls.add(entry.amount)
  })

  const end = (): void => {
    entries.end()
    if (isOpen) writer.end()
    isOpen = false
  }
  const begin = (line: number): void => {
    end()
    writer.begin(line)
    controls = createEntryControls()
    isOpen = true
    isFound = true
    hasOpening = false
    isClosed = false
  }
  const takeBalance = ({ tag, line, lines: [text = ''] }: SwiftField): void => {
    const balance = parseBalance(text)
    if (balance === undefined) {
      const detail = `Got ${shown(text)}, wanted C or D, YYMMDD, a currency and an amount such as 12,50`
      writer.fault('invalid_record', detail, { line, column: `:${tag}:` })
      return
    }
    const { currency, date } = balance
    if (tag.startsWith('62')) {
      isClosed = true
      writer.describe({ closing: balance, to: date, currency })
    } else if (!hasOpening) {
      hasOpening = true
      writer.describe({ opening: balance, from: date, currency })
    }
  }
  const takeText = ({ line, lines }: SwiftField): void => {
    if (!entries.addDetails(lines) && isClosed && controls.contradicts(lines.join('')))
      sink.warn('control_total_mismatch', line)
  }
  const takeOther = (field: SwiftField): void => {
    const { tag, line, lines } = field
    const [text = ''] = lines
    if (tag === '90D' || tag === '90C') {
      if (!controls.isSide(tag === '90D' ? 'debit' : 'credit', text)) sink.warn('control_total_mismatch', line)
    } else if (/^6[02]/.test(tag)) takeBalance(field)
    else writer.describe(factsOf(tag, text))
    if (lines.length > 1 && !longTags.has(tag)) sink.warn('skipped_entries', line + 1)
  }
  return {
    takeField(field) {
      const { tag, line, lines } = field
      if (tag.startsWith('94')) return
      if (tag === '20' || !isOpen) begin(line)
      if (tag === '86') return takeText(field)
      if (tag === 'NS') return entries.addNotes(lines)
      entries.end()
      if (tag === '61') entries.begin(field, writer)
      else takeOther(field)
    },
    endBlock: end,
    end() {
      end()
      if (isFound) return
      const detail = 'Got a file without a field such as :20: or :61:, wanted a SWIFT statement, MT940 or MT942'
      writer.fault('malformed_file', detail, { line: 1 })
    },
  }
}

/** Fields that go on in lines that say nothing of money: an account is followed by its bank in :25P:. */
const longTags = new Set(['25', '25P', 'NSF'])

/** What a field of a statement's head says. */
function factsOf(tag: string, text: string): StatementFacts {
  if (tag === '20') return { reference: text }
  if (tag.startsWith('28')) return /[1-9]/.test(text) ? { reference: text } : {}
  if (tag.startsWith('25')) return accountOf(text.trim())
  if (tag === '34F') return { currency: /^[A-Z]{3}/.exec(text)?.[0] }
  return tag.startsWith('13') && /^\d{6}/.test(text) ? { to: parseShortDate(text.slice(0, 6))?.days } : {}
}

/** An account, without the currency that some banks write behind it. */
function accountOf(text: string): StatementFacts {
  const [, account, currency = ''] = /^(.*\d)\/?([A-Z]{3})$/.exec(text) ?? []
  return isKnownCurrency(currency) ? { account, currency } : { account: text }
}
