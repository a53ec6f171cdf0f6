/**
 * One row of CSV (RFC 4180), ended by CR LF; an absent cell is empty. An apostrophe is put before text that a
 * spreadsheet would run as a formula: at the beginning of a cell, and after a semicolon, tab or line end, where some
 * programs begin another cell. A plain negative number stays as it is.
 *
 *     mat_0123,"Birch ""&"" Sons",-0.07,'=1+1,"Rent;'=1+1"
 */
export const formatCsvRow = (cells: readonly (string | undefined)[], separator: ',' | ';' = ','): string =>
  `${cells.map((cell) => formatCell(cell ?? '', separator)).join(separator)}\r\n`

/** White space, controls and characters without width: spreadsheets ignore them before a formula. */
const unseen = '[\\s\\0-\\x1f\\x7f-\\x9f\\u200B-\\u200D\\u2060]*'

/** The characters that begin a formula, also in full width, which spreadsheets in East Asian languages accept. */
const formulaSign = /^[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/

const formulaStart = new RegExp(`^(?:[\\t\\r\\n]|${unseen}(?:[\\t\\r\\n]|${formulaSign.source.slice(1)}))`)
const cellBreak = new RegExp(`[;\\t\\r\\n]${unseen}`, 'g')
const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/

/** With semicolons between cells, a decimal comma neither separates nor begins a formula. */
const commaNumber = /^-?[0-9]+,[0-9]+$/

function formatCell(value: string, separator: ',' | ';'): string {
  if (separator === ';' && commaNumber.test(value)) return value
  const inner = value.replace(cellBreak, (gap, at: number) =>
    isFormula(value.slice(at + gap.length)) ? `${gap}'` : gap,
  )
  const safe = formulaStart.test(value) && !plainNumber.test(value) ? `'${inner}` : inner
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isFormula = (text: string) => formulaSign.test(text) && !/^-\d+(\.\d+)?([;\t\r\n]|$)/.test(text)
