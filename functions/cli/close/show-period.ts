import { formatDecimal } from '@tallystick/engine/base'
import { isOpenState, keyOfItem, type PeriodItem } from '@tallystick/engine/close'
import { counted, jsonText, printable, type Terminal } from '../terminal.ts'
import { readAmounts } from './amount-words.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import { itemLines } from './items-text.ts'
import { endOf } from './period-end.ts'
import type { OpenPeriod, PlacedVerb } from './period-place.ts'
import { printProof } from './show-report.ts'

/** Lists the open items, or those of a state. */
export const listItems: PlacedVerb = async (input, terminal, place) => {
  const opened = await place.open()
  if (!opened.ok) return opened
  const [state, side, reason] = ['state', 'side', 'reason'].map((name) => wordOf(input, name))
  const items = opened.value.folded.items.filter(
    (item) =>
      (state === 'all' || (state === undefined ? isOpenState(item.state) : item.state === state)) &&
      (side === undefined || item.name.side === side) &&
      (reason === undefined || item.reason === reason),
  )
  if (input.isJson) terminal.print(jsonText(items.map(shownItem)))
  else terminal.printReport([...rejectionLines(opened.value), ...itemLines(items)].map((line) => `${line}\n`).join(''))
  return endOf(opened.value)
}

const rejectionLines = ({ rejection }: OpenPeriod): readonly string[] =>
  rejection === undefined
    ? []
    : [printable(`rejected by ${rejection.name || 'a key'}, ${rejection.time}: ${rejection.reason ?? ''}`)]

const shownItem = ({ amount, comments, settledBy, ...item }: PeriodItem) => ({
  ...item,
  key: keyOfItem(item.name),
  amount: formatDecimal(amount),
})

/** Types the closing balances of a period. */
export const giveBalances: PlacedVerb = async (input, terminal, place) => {
  const currency = wordOf(input, 'currency')
  const amounts = (option: string) => readAmounts(input.values.get(option) ?? [], { option, currency })
  const [source, target] = [amounts('source-balance'), amounts('target-balance')]
  if (!source.ok || !target.ok)
    return { ok: false, faults: [source, target].flatMap((each) => (each.ok ? [] : each.faults)) }
  const closing = { source: source.value, target: target.value }
  if (Object.keys({ ...closing.source, ...closing.target }).length === 0)
    return { ok: false, faults: ['Got no balance, wanted --source-balance or --target-balance'] }
  const given = await place.giveBalances(closing)
  if (!given.ok) return given
  return printProof(given.value, terminal)
}

/** How many items are in which state, in a line. */
export function printSummary({ folded }: OpenPeriod, { isJson }: CloseArguments, terminal: Terminal): void {
  const countsByState = Map.groupBy(folded.items, ({ state }) => state)
  const countOf = (state: PeriodItem['state']): number => countsByState.get(state)?.length ?? 0
  const states = ['undecided', 'carried', 'accepted', 'later', 'repeated', 'withdrawn', 'excluded'] as const
  const counts = Object.fromEntries(states.map((state) => [state, countOf(state)]))
  if (isJson) terminal.print(jsonText(counts))
  else {
    const others = states.slice(1).flatMap((state) => (countOf(state) === 0 ? [] : [`${countOf(state)} ${state}`]))
    terminal.printReport(`${[counted(countOf('undecided'), 'undecided item'), ...others].join(', ')}\n`)
  }
}
