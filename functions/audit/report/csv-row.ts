/**
 * One row of CSV (RFC 4180), ended by CR LF; an absent cell is empty. What a spreadsheet would run as a formula gets an
 * apostrophe before it: at the beginning of a cell, and behind a semicolon, a tab or the end of a line, where programs that
 * expect those between cells begin another. A plain number does not: its sign is only a sign.
 *
 *     mat_0123,"Birch ""&"" Sons",-0.07,'=1+1,"Rent;'=1+1"
 */
export const formatCsvRow = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell) => formatCell(cell ?? '')).join(',')}\r\n`

/** White space, controls and what has no width: spreadsheets leave it out before a formula. */
const unseen = '[\\s\\0-\\x1f\\x7f-\\x9f\\u200B-\\u200D\\u2060]*'

/** A sign of a formula; the full-width forms, too, which spreadsheets in East Asian languages read as the others. */
const formulaSign = /^[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/

const formulaStart = new RegExp(`^(?:[\\t\\r\\n]|${unseen}(?:[\\t\\r\\n]|${formulaSign.source.slice(1)}))`)
const cellBreak = new RegExp(`[;\\t\\r\\n]${unseen}`, 'g')
const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/

function formatCell(value: string): string {
  const inner = value.replace(cellBreak, (gap, at: number) =>
    isFormula(value.slice(at + gap.length)) ? `${gap}'` : gap,
  )
  const safe = formulaStart.test(value) && !plainNumber.test(value) ? `'${inner}` : inner
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const isFormula = (rest: string) => formulaSign.test(rest) && !/^-\d+(\.\d+)?([;\t\r\n]|$)/.test(rest)
