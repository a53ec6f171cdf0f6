/**
 * One row of CSV (RFC 4180), ended by CR LF; an absent cell is empty. A cell that a spreadsheet would run as a formula
 * gets an apostrophe before it. A plain number does not: its sign is only a sign.
 *
 *     mat_0123,"Birch ""&"" Sons",-0.07,'=1+1
 */
export const formatCsvRow = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell) => formatCell(cell ?? '')).join(',')}\r\n`

/** The full-width forms, too: spreadsheets in East Asian languages read them as the others. */
const formulaStart = /^\s*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/
const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/

function formatCell(value: string): string {
  const safe = formulaStart.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
