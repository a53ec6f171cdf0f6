import type { ProvenPart } from '@tallystick/audit/verify/verification'
import { printable } from '../terminal.ts'

const shownRecordCountMax = 10
const shownLengthMax = 2_000

export function formatProven({ runId, leaf, records }: ProvenPart): string {
  if (leaf === undefined) return `proven: the receipt of ${printable(runId)} is in the log\n`
  const rows = (['source', 'target'] as const).flatMap((side) =>
    records[side].map(({ id, line }) => rowText(`${side} ${id}`, line)),
  )
  const more = rows.length - shownRecordCountMax
  return [
    `proven: this line of the result of ${printable(runId)}, and the records that it names\n`,
    rowText(leaf.id ?? `line ${leaf.index + 1}`, leaf.line),
    ...rows.slice(0, shownRecordCountMax),
    ...(more > 0 ? [`  and ${more} more\n`] : []),
  ].join('')
}

const rowText = (name: string, line: string): string =>
  `  ${printable(name)}   ${printable(line.length > shownLengthMax ? `${line.slice(0, shownLengthMax)}…` : line)}\n`
