import { createStatementWriter, type StatementSink, type StatementWriter } from '../dataset/statement-writer.ts'
import type { ReaderOptions } from '../format/format.ts'
import { shown } from '../rows/row-fault.ts'
import { type CamtEntry, chargeCountMax, createCamtEntry } from './camt-entry.ts'
import { createReading } from './camt-reading.ts'
import { type CamtStatement, createCamtStatement } from './camt-statement.ts'
import { type Scope, type ScopeTaker, type Slots, scopeLengthMax } from './element-tree.ts'

type CamtOptions = Pick<ReaderOptions, 'currency' | 'level'>

export function createCamtTaker(options: CamtOptions, sink: StatementSink): ScopeTaker {
  const { faults } = sink
  const writer = createStatementWriter(sink, options.currency)
  const { fault } = writer
  let isCamt = false
  let statement = openStatement(sink, writer)
  const closeScope: { readonly [name: string]: (scope: Scope, outer: Scope) => void } = {
    account: (scope) => statement.addAccount(scope),
    balance: ({ line, slots }) => statement.totals.addBalance(createReading(slots, { line, element: 'Bal', fault })),
    charge: ({ slots }) => statement.addCharges(slots),
    charges: ({ slots }) => statement.addCharges(slots),
    batch: ({ slots }) => statement.entry?.addBatch(slots),
    details: (scope, outer) => statement.endDetail(scope, outer),
    entry: (scope) => statement.endEntry(scope),
    statement({ line, slots }) {
      writer.describe(statement.totals.facts(createReading(slots, { line, element: 'Stmt', fault })))
      statement.totals.checkTotals(slots, line)
      writer.end()
    },
  }
  return {
    open({ name, line }) {
      if (name === 'message') isCamt = true
      if (name === 'details') statement.ofDetail = []
      if (name === 'entry') statement.openEntry(options)
      if (name !== 'statement') return
      writer.begin(line)
      statement = openStatement(sink, writer)
    },
    close: (scope, outer) => closeScope[scope.name]?.(scope, outer),
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

interface OpenStatement {
  readonly totals: CamtStatement
  entry: CamtEntry | undefined
  ofDetail: Slots[] | undefined
  addAccount(scope: Scope): void
  addCharges(slots: Slots): void
  openEntry(options: CamtOptions): void
  endDetail(scope: Scope, outer: Scope): void
  endEntry(scope: Scope): void
}

function openStatement(sink: StatementSink, writer: StatementWriter): OpenStatement {
  const { backlog } = sink
  const { fault } = writer
  let account: { readonly account: string | undefined; readonly currency: string | undefined } | undefined
  let entryCount = 0
  const open: OpenStatement = {
    totals: createCamtStatement(sink),
    entry: undefined,
    ofDetail: undefined,
    addAccount({ line, slots }) {
      if (account !== undefined || entryCount > 0) {
        const detail = 'Got an account behind another or behind an entry, wanted one at the beginning of a statement'
        fault('malformed_file', detail, { line, column: 'Acct', field: 'account' })
      }
      const currency = createReading(slots, { line, element: 'Acct', fault }).currency('currency')
      account = { account: slots['account'] ?? slots['proxy'], currency }
      writer.describe(account)
    },
    addCharges(slots) {
      if (open.ofDetail === undefined) open.entry?.addCharges(slots)
      else if (open.ofDetail.length < chargeCountMax) open.ofDetail.push(slots)
    },
    openEntry({ currency, level }) {
      const own = { account: account?.account, currency: account?.currency ?? currency }
      open.entry = createCamtEntry({ sink, writer, level, statement: open.totals, ...own })
    },
    endDetail({ line, slots }, { name, slots: around }) {
      const ofBatch = name === 'batch' ? around : {}
      open.entry?.addDetail({ line, slots: { ...ofBatch, ...slots }, charges: open.ofDetail ?? [] })
      open.ofDetail = undefined
    },
    endEntry({ line, slots }) {
      if (open.entry !== undefined) backlog.add(open.entry.end(line, slots))
      open.entry = undefined
      entryCount += 1
    },
  }
  return open
}
