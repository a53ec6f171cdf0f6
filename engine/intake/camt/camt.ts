import type { FileFormat, ReaderOptions, RecordReader } from '../format.ts'
import { refuseMapping } from '../no-mapping.ts'
import { shown } from '../row-fault.ts'
import { createStatementWriter, type StatementSink } from '../statement-writer.ts'
import { readXml } from '../xml/read-xml.ts'
import { camtElements } from './camt-elements.ts'
import { type CamtEntry, createCamtEntry } from './camt-entry.ts'
import { createReading } from './camt-reading.ts'
import { type CamtStatement, createCamtStatement } from './camt-statement.ts'
import { createTreeTaker, type Scope, type ScopeTaker, type Slots, scopeLengthMax } from './element-tree.ts'

/** Account reports (camt.052), statements (camt.053) and notifications (camt.054) of ISO 20022, in all versions. */
export const camtFormat = {
  name: 'camt',
  title: 'camt',
  mediaTypes: ['application/xml', 'text/xml'],
  extensions: ['.xml'],
  sniff(visible, isAll) {
    const text = String.fromCharCode(...visible)
    if (/^<.*(?:camt\.05[234]\.\d|<(?:[\w.-]+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn))/s.test(text)) return 'certain'
    if (text === '' ? !isAll : '<?xml'.startsWith(text)) return isAll ? 'no' : 'undecided'
    if (!/^<(?:\?xml|!--|(?:[\w.-]+:)?Document)/.test(text) || /<(?:\?OFX|OFX|!DOCTYPE|html)/i.test(text)) return 'no'
    return isAll || visible.length >= sniffedByteCount ? 'likely' : 'undecided'
  },
  open(options, sink) {
    refuseMapping('camt', options.mapping, sink.faults)
    return readCamt(options, sink)
  },
} as const satisfies FileFormat

/** The visible bytes that a format is recognised by at most. */
const sniffedByteCount = 1024

function readCamt({ encodingLabel, currency, level }: ReaderOptions, sink: StatementSink): RecordReader {
  const taker = createCamtTaker({ currency, level }, sink)
  return readXml(createTreeTaker(camtElements, taker), { encodingLabel, faults: sink.faults })
}

/** Turns the scopes of a message into statements and entries. */
function createCamtTaker(options: Pick<ReaderOptions, 'currency' | 'level'>, sink: StatementSink): ScopeTaker {
  const { faults } = sink
  const writer = createStatementWriter(sink, options.currency)
  const { fault } = writer
  let isCamt = false
  let statement: CamtStatement = createCamtStatement(sink)
  let account: Slots | undefined
  let entry: CamtEntry | undefined
  let entryCount = 0
  /** Charges of the detail that is open. */
  let ofDetail: Slots[] | undefined

  const endAccount = ({ line, slots }: Scope): void => {
    const currencyOf = createReading(slots, { line, element: 'Acct', fault }).currency('currency')
    if (account !== undefined || entryCount > 0)
      fault('malformed_file', 'Got an account behind another or behind an entry, wanted one at the beginning', {
        line,
        column: 'Acct',
        field: 'account',
      })
    account = { account: slots['account'] ?? slots['proxy'], currency: currencyOf }
    writer.describe({ account: account['account'], currency: currencyOf })
  }
  const endStatement = ({ line, slots }: Scope): void => {
    writer.describe(statement.facts(createReading(slots, { line, element: 'Stmt', fault })))
    statement.checkTotals(slots, line)
    writer.end()
  }
  const addCharges = (slots: Slots): void => {
    if (ofDetail === undefined) entry?.addCharges(slots)
    else ofDetail.push(slots)
  }
  const closeScope: { readonly [name: string]: (scope: Scope) => void } = {
    account: endAccount,
    balance: ({ line, slots }) => statement.addBalance(createReading(slots, { line, element: 'Bal', fault })),
    charge: ({ slots }) => addCharges(slots),
    charges: ({ slots }) => addCharges(slots),
    details({ line, slots }) {
      entry?.addDetail({ line, slots, charges: ofDetail ?? [] })
      ofDetail = undefined
    },
    entry({ line, slots }) {
      entry?.end(line, slots)
      entry = undefined
      entryCount += 1
    },
    statement: endStatement,
  }
  return {
    open({ name, line }) {
      if (name === 'message') isCamt = true
      if (name === 'details') ofDetail = []
      if (name === 'statement') {
        writer.begin(line)
        statement = createCamtStatement(sink)
        account = undefined
        entryCount = 0
      }
      if (name !== 'entry') return
      const own = { account: account?.['account'], currency: account?.['currency'] ?? options.currency }
      entry = createCamtEntry({ sink, writer, level: options.level, statement, ...own })
    },
    close: (scope) => closeScope[scope.name]?.(scope),
    refuse({ line, name }) {
      const detail = `Got more than ${scopeLengthMax} characters of text in one ${name}, wanted less`
      fault('record_too_large', detail, { line })
      faults.close()
    },
    end(path) {
      if (isCamt) return
      const wanted = 'wanted a statement, report or notification of an account (camt.053, camt.052 or camt.054)'
      fault('malformed_file', `Got XML that begins with ${shown(path)}, ${wanted}`, { line: 1 })
    },
  }
}
