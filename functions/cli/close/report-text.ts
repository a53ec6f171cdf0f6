import { groupedAmount } from '@tallystick/audit/base/amount'
import { formatDecimal } from '@tallystick/engine/base'
import {
  isOpenState,
  type ProvenPeriod,
  rootOfState,
  type SettledPeriod,
  stateOf,
  sumByAge,
} from '@tallystick/engine/close'
import { alignPoints, linesOf, padded } from '../reconcile/text-table.ts'
import { sha256 } from '../sha256.ts'
import { printable } from '../terminal.ts'
import { itemLines } from './items-text.ts'
import { proofText } from './proof-text.ts'

/** The report of a period: its proof, open items by age, adjustments, who decided what, root and sign-offs. */
export function reportText({ period, folded, files }: SettledPeriod, proven: ProvenPeriod): string {
  const { manifest, terms, decisions, notes, balances, signed } = period
  const { name, first, last } = manifest.period
  const open = folded.items.filter(({ state }) => isOpenState(state))
  const statusOf = new Map(folded.decisions.map((status) => [status.decision, status.state]))
  const made = decisions.map(({ id, kind, actor, time, items = [], follows, label, reason, note }) => {
    const of = follows ?? items.map((item) => `${item.side}:${item.id}`).join(' ')
    const why = [label, reason, note === undefined ? undefined : notes.get(note)].filter((text) => text !== undefined)
    return printable([id, statusOf.get(id) ?? '', kind, of, ...why, `by ${actor}`, time].join('  '))
  })
  const signers = signed.flatMap((line) =>
    line.kind === 'tallystick/signoff@1'
      ? [
          printable(
            `${line.act === 'submit' ? 'submitted' : 'approved'} ${line.time} by the key ${line.key}, stated as ${line.name}`,
          ),
        ]
      : [],
  )
  const reasons = Object.entries(balances.reasons).map(([currency, reason]) => printable(`${currency}: ${reason}`))
  return [
    `Period ${printable(name)}, ${first} to ${last}\n`,
    proofText(terms, proven),
    block('reasons for what is unexplained', reasons),
    block('open items', itemLines(open)),
    block('open items by age', ageLines(open)),
    block('decisions', made),
    block('signed', [`root ${rootOfState(sha256, stateOf(sha256, files, proven))}`, ...signers]),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

const block = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${line}\n`).join('')}`

function ageLines(items: Parameters<typeof sumByAge>[0]): readonly string[] {
  const sums = sumByAge(items)
  if (sums.length === 0) return []
  return linesOf(
    [
      padded(sums.map(({ side, bucket }) => `${side} ${bucket} days`)),
      padded(
        sums.map(({ count }) => String(count)),
        'left',
      ),
      padded(alignPoints(sums.map(({ amount, currency }) => groupedAmount(formatDecimal(amount), currency))), 'left'),
      sums.map(({ currency }) => currency),
    ],
    '   ',
  )
}
