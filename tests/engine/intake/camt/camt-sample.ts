import { camtFormat } from '../../../../engine/intake/camt/camt.ts'
import type { EntryLevel } from '../../../../engine/intake/format/format.ts'
import { intakeOf, recordsOf } from '../read.ts'

/** Small files of camt, made of their parts. */

export const amt = (text: string, currency = 'EUR', element = 'Amt') =>
  `<${element} Ccy="${currency}">${text}</${element}>`

/** `+5` is a credit and `-5` a debit. */
export const signed = (text: string, currency?: string) =>
  `${amt(text.slice(1), currency)}<CdtDbtInd>${text.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

export const details = (...each: readonly string[]) =>
  `<NtryDtls>${each.map((inner) => `<TxDtls>${inner}</TxDtls>`).join('\n')}</NtryDtls>`

export const entry = (text: string, inner = '', currency?: string) =>
  `<Ntry>${signed(text, currency)}<BookgDt><Dt>2026-03-31</Dt></BookgDt>${inner}</Ntry>`

export const balance = (code: string, text: string, day = '2026-03-31', currency?: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${signed(text, currency)}<Dt><Dt>${day}</Dt></Dt></Bal>`

export const ownAccount = '<Acct><Id><IBAN>DE02</IBAN></Id><Ccy>EUR</Ccy></Acct>'

export const statement = (...inner: readonly string[]) => `<Stmt><Id>S1</Id>${ownAccount}${inner.join('\n')}</Stmt>`

/** A file of statements. */
export const file = (...statements: readonly string[]) =>
  `<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>\n${statements.join('\n')}\n</BkToCstmrStmt></Document>`

export const readFile = (text: string | Uint8Array, level?: EntryLevel, partSizes?: readonly number[]) =>
  intakeOf(text, { format: camtFormat, level }, partSizes)

/** The records of a statement of these parts. */
export const recordsIn = (inner: string | readonly string[], level?: EntryLevel) =>
  recordsOf(readFile(file(statement(...[inner].flat())), level))

/** The summary of a file that can be read. */
export function summaryOf(text: string, level?: EntryLevel) {
  const end = readFile(text, level)
  if (!end.ok) throw new Error(JSON.stringify(end.faults))
  return end.summary
}

/** `code count` of each warning. */
export const warningsOf = (text: string, level?: EntryLevel) =>
  summaryOf(text, level).warnings.map(({ code, count }) => `${code} ${count}`)
