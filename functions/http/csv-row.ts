/** CSV as RFC 4180 has it, safe to open in a spreadsheet. */

/**
 * One row, ended by CR LF; an absent cell is empty. A cell that a spreadsheet would run as a formula gets an
 * apostrophe before it, save for a plain number, whose sign is only a sign.
 *
 *     mat_0123,"Birch ""&"" Sons",-0.07,'=1+1
 */
export const formatCsvRow = (cells: readonly (string | undefined)[]): string =>
  `${cells.map((cell) => formatCell(cell ?? '')).join(',')}\r\n`

const formulaStart = /^\s*[=+\-@\t\r\n]/
const plainNumber = /^-?[0-9]+(\.[0-9]+)?$/

function formatCell(value: string): string {
  const safe = formulaStart.test(value) && !plainNumber.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
