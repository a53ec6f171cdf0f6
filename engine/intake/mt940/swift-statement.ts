import { isKnownCurrency } from '../../base/currency.ts'
import { negated } from '../../base/decimal.ts'
import {
  createStatementWriter,
  type StatementFacts,
  type StatementSink,
  type StatementWriter,
} from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import { shown } from '../rows/row-fault.ts'
import type { StatedBalance } from '../rows/statement.ts'
import { parseShortDate } from '../values/short-date.ts'
import { createEntryControls } from './entry-controls.ts'
import { createEntryWriter } from './entry-writer.ts'
import { amountSpelling, parseAmount } from './swift-amount.ts'
import type { SwiftField, SwiftFieldTaker } from './swift-fields.ts'

export function createSwiftStatements(options: ReaderOptions, sink: StatementSink): SwiftFieldTaker {
  const writer = createStatementWriter(sink, options.currency)
  const balances = createBalances(writer)
  let isOpen = false
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
    balances.begin()
    controls = createEntryControls()
    isOpen = true
    isFound = true
  }
  const takeText = (field: SwiftField): void => {
    const isOfEntry = entries.addDetails(field)
    if (!isOfEntry && balances.isClosed() && controls.contradicts(field.lines.join('')))
      sink.warn('control_total_mismatch', field.line)
  }
  const takeHead = (field: SwiftField): void => {
    const { tag, line, lines } = field
    const [text = ''] = lines
    if (tag === '90D' || tag === '90C') {
      if (!controls.isSide(tag === '90D' ? 'debit' : 'credit', text)) sink.warn('control_total_mismatch', line)
    } else if (/^6[02]/.test(tag)) balances.take(field)
    else writer.describe(factsOf(tag, text))
    if (lines.length > 1 && !longTags.has(tag)) sink.warn('skipped_entries', line + 1)
  }
  return {
    takeField(field) {
      const { tag, line, lines } = field
      if (tag.startsWith('94')) return
      if (tag === '20' || !isOpen || (tag.startsWith('25') && balances.isClosed())) begin(line)
      if (tag === '86') takeText(field)
      else if (tag === 'NS') entries.addNotes(lines)
      else {
        entries.end()
        if (tag === '61') entries.begin(field, writer)
        else takeHead(field)
      }
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

/** The balances of a statement: its first opening and its last closing balance. */
function createBalances(writer: StatementWriter) {
  let hasOpening = false
  let isClosed = false
  return {
    begin(): void {
      hasOpening = false
      isClosed = false
    },
    isClosed: () => isClosed,
    take({ tag, line, lines: [text = ''] }: SwiftField): void {
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
    },
  }
}

/** Fields whose further lines do not concern money: in :25P: the account is followed by the bank. */
const longTags = new Set(['25', '25P', 'NSF'])

function factsOf(tag: string, text: string): StatementFacts {
  if (tag === '20') return { reference: text }
  if (tag.startsWith('28')) return /[1-9]/.test(text) ? { reference: text } : {}
  if (tag.startsWith('25')) return accountOf(text.trim())
  if (tag === '34F') return { currency: /^[A-Z]{3}/.exec(text)?.[0] }
  return tag.startsWith('13') && /^\d{6}/.test(text) ? { to: parseShortDate(text.slice(0, 6))?.days } : {}
}

/** The account without the slash and the currency that some banks write beside it. */
function accountOf(written: string): StatementFacts {
  const text = written.replace(/^\/(?=\w)/, '')
  const [, account, currency = ''] = /^(.*\d)\/?([A-Z]{3})$/.exec(text) ?? []
  return isKnownCurrency(currency) ? { account, currency } : { account: text }
}

interface DatedBalance extends StatedBalance {
  /** In days since 1970-01-01; undefined for a date that does not exist. */
  readonly date: number | undefined
}

/** Reads the content of a field such as :60F:, `C260301EUR10,`; undefined for other texts. */
function parseBalance(text: string): DatedBalance | undefined {
  const [, mark, date = '', currency, figure = ''] = balancePattern.exec(text.trim()) ?? []
  const amount = mark === undefined ? undefined : parseAmount(figure)
  if (amount === undefined) return undefined
  return { amount: mark === 'D' ? negated(amount) : amount, currency, date: parseShortDate(date)?.days }
}

/** Some systems omit the currency, or end the block on the same line. */
const balancePattern = new RegExp(`^([CD])(\\d{6})([A-Z]{3})?\\s?(${amountSpelling})\\s*(?:-\\}.*)?$`)
