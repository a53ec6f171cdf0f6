import type { Row, Sheet } from '@tallystick/audit/workbook/sheet'
import { writeWorkbook } from '@tallystick/audit/workbook/workbook'
import { type BankLine, type Booking, type Case, type CaseKind, makeCases } from './cases.ts'

/** The records of a case by their positions in the files, counted from 1. */
export interface TrueCase {
  readonly kind: CaseKind
  readonly bank: readonly number[]
  readonly books: readonly number[]
}

const seed = 34
const openingCents = 1_000_000
const owner = 'Lindenhof Werkzeugbau GmbH'
const iban = 'DE02500105170137075030'

/** The files of `tests/samples/messy` by their names; `truth.json` says which records belong together. */
export async function messyFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const cases = makeCases(seed)
  const [bank, books] = [ordered(cases, 'bank'), ordered(cases, 'books')]
  const truth: readonly TrueCase[] = cases.map((each, index) => ({
    kind: each.kind,
    bank: bank.flatMap(({ of }, place) => (of === index ? [place + 1] : [])),
    books: books.flatMap(({ of }, place) => (of === index ? [place + 1] : [])),
  }))
  const lines = bank.map(({ line }) => line)
  const truthText = `[\n${truth.map((each) => `  ${JSON.stringify(each)}`).join(',\n')}\n]\n`
  return new Map([
    ['umsaetze.csv', latin1(csvOf(lines))],
    ['kontoauszug.xml', Buffer.from(camtOf(lines))],
    ['umsaetze.sta', latin1(mt940Of(lines))],
    ['konto-1200.xlsx', await workbookOf(books.map(({ line }) => line))],
    ['truth.json', Buffer.from(truthText)],
  ])
}

/** Windows-1252 and Latin-1 agree on the letters of the samples. */
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

type LineOf = { readonly bank: BankLine; readonly books: Booking }

function ordered<List extends keyof LineOf>(cases: readonly Case[], list: List) {
  const all = cases.flatMap((each, of) => linesOf(each, list).map((line) => ({ of, line })))
  return all.sort((left, right) => left.line.day - right.line.day)
}

function linesOf<List extends keyof LineOf>(each: Case, list: List): readonly LineOf[List][]
function linesOf(each: Case, list: keyof LineOf): readonly (BankLine | Booking)[] {
  return each[list]
}

const dayOf = (day: number): string => String(day).padStart(2, '0')
const closingOf = (lines: readonly BankLine[]): number => lines.reduce((sum, { amount }) => sum + amount, openingCents)

/** `-1234.50` */
const plain = (cents: number): string => (cents / 100).toFixed(2)

/** `-1.234,50` */
const german = (cents: number): string =>
  plain(cents)
    .replace('.', ',')
    .replaceAll(/\B(?=(\d{3})+,)/g, '.')

function csvOf(lines: readonly BankLine[]): string {
  const cells = (row: readonly string[]): string => row.map((cell) => `"${cell}"`).join(';')
  const rows = lines.map(({ day, type, text, name, amount }) => {
    const date = `${dayOf(day)}.03.2026`
    return cells([date, date, type, text, name, german(amount), 'EUR'])
  })
  return [
    cells(['Volksbank Mitte eG', 'Umsatzübersicht']),
    cells(['Kontoinhaber', owner]),
    cells(['IBAN', iban]),
    cells(['Zeitraum', '01.03.2026 - 31.03.2026']),
    '',
    cells([
      'Buchungstag',
      'Valuta',
      'Buchungstext',
      'Verwendungszweck',
      'Beguenstigter/Zahlungspflichtiger',
      'Betrag',
      'Waehrung',
    ]),
    ...rows,
    cells(['', '', 'Summe Umsätze', '', '', german(closingOf(lines) - openingCents), 'EUR']),
    '',
  ].join('\r\n')
}

function camtOf(lines: readonly BankLine[]): string {
  const amountOf = (cents: number): string =>
    `<Amt Ccy="EUR">${plain(Math.abs(cents))}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  const balance = (code: string, cents: number, date: string): string =>
    `      <Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountOf(cents)}<Dt><Dt>${date}</Dt></Dt></Bal>`
  const entries = lines.map(({ day, name, text, amount, type }, index) => {
    const date = `2026-03-${dayOf(day)}`
    const party = amount < 0 ? 'Cdtr' : 'Dbtr'
    const details = `<NtryDtls><TxDtls><RltdPties><${party}><Nm>${escaped(name)}</Nm></${party}></RltdPties><RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls>`
    return `      <Ntry><NtryRef>${index + 1}</NtryRef>${amountOf(amount)}<Sts>BOOK</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><BkTxCd/>${details}<AddtlNtryInf>${type}</AddtlNtryInf></Ntry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M-2026-03</MsgId><CreDtTm>2026-04-01T05:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>2026-03</Id><ElctrncSeqNb>3</ElctrncSeqNb><CreDtTm>2026-04-01T05:00:00</CreDtTm>
      <Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', openingCents, '2026-03-01')}
${balance('CLBD', closingOf(lines), '2026-03-31')}
${entries.join('\n')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function mt940Of(lines: readonly BankLine[]): string {
  const swift = (cents: number): string => plain(Math.abs(cents)).replace('.', ',')
  const sign = (cents: number): string => (cents < 0 ? 'D' : 'C')
  const entries = lines.flatMap(({ day, name, text, amount, type }) => [
    `:61:2603${dayOf(day)}03${dayOf(day)}${sign(amount)}${swift(amount)}NTRFNONREF`,
    `:86:${amount < 0 ? '116' : '166'}?00${type}?20${text.slice(0, 27)}?21${text.slice(27)}?32${name.slice(0, 27)}`,
  ])
  const closing = closingOf(lines)
  return [
    ':20:STARTUMS',
    ':25:50010517/0137075030',
    ':28C:3/1',
    `:60F:${sign(openingCents)}260228EUR${swift(openingCents)}`,
    ...entries,
    `:62F:${sign(closing)}260331EUR${swift(closing)}`,
    '-',
    '',
  ].join('\r\n')
}

async function workbookOf(bookings: readonly Booking[]): Promise<Uint8Array> {
  const row = (date: string, texts: readonly string[], cents: number): Row => [
    date,
    ...texts,
    cents < 0 ? null : plain(cents),
    cents < 0 ? plain(-cents) : null,
  ]
  const sumOf = (isIn: boolean): number =>
    bookings.reduce((sum, { amount }) => (amount > 0 === isIn ? sum + Math.abs(amount) : sum), 0)
  const rows: Row[] = [
    ['Sachkonto 1200 Volksbank', null, null, null, null, null],
    ['01.03.2026 bis 31.03.2026', null, null, null, null, null],
    [null, null, null, null, null, null],
    ['Belegdatum', 'Belegnr.', 'Rechnung', 'Name', 'Soll', 'Haben'],
    ['', '', '', 'Saldovortrag', plain(openingCents), null],
    ...bookings.map(({ day, invoice, name, amount }, index) => {
      const date = new Date(Date.UTC(2026, 2, day)).toISOString().slice(0, 10)
      return row(date, [String(70_001 + index), invoice, name], amount)
    }),
    ['', '', '', 'Summe', plain(sumOf(true) + openingCents), plain(sumOf(false))],
  ]
  const sheet: Sheet = {
    name: 'Kontoblatt',
    columns: [
      { title: owner, kind: 'date' },
      ...['', '', ''].map((title) => ({ title, kind: 'text' as const })),
      ...['', ''].map((title) => ({ title, kind: 'amount' as const })),
    ],
    rows,
  }
  const parts: Uint8Array[] = []
  for await (const part of writeWorkbook([sheet])) parts.push(part)
  return Buffer.concat(parts)
}
