import { formatDecimal } from '@tallystick/engine/base'
import { formatBalances, isOpenState, keyOfItem, type PeriodItem } from '@tallystick/engine/close'
import { sides } from '@tallystick/engine/record'
import { counted, jsonText, type Terminal } from '../terminal.ts'
import { readAmounts } from './amount-words.ts'
import { type CloseArguments, wordOf } from './close-arguments.ts'
import type { RunVerb } from './close-end.ts'
import { itemLines } from './items-text.ts'
import { readKey } from './key-file.ts'
import { endOf, type OpenPeriod, openPeriod, openToChange, saveChanged } from './open-period.ts'
import { printProof } from './show-report.ts'

/** Lists the open items, or those of a state. */
export const listItems: RunVerb = (input, terminal) => {
  const opened = openPeriod(input)
  if (!opened.ok) return opened
  const [state, side, reason] = ['state', 'side', 'reason'].map((name) => wordOf(input, name))
  const items = opened.value.folded.items.filter(
    (item) =>
      (state === 'all' || (state === undefined ? isOpenState(item.state) : item.state === state)) &&
      (side === undefined || item.name.side === side) &&
      (reason === undefined || item.reason === reason),
  )
  if (input.isJson) terminal.print(jsonText(items.map(shownItem)))
  else
    terminal.printReport(
      itemLines(items)
        .map((line) => `${line}\n`)
        .join(''),
    )
  return endOf(opened.value)
}

const shownItem = ({ amount, comments, settledBy, ...item }: PeriodItem) => ({
  ...item,
  key: keyOfItem(item.name),
  amount: formatDecimal(amount),
})

/** Types the closing balances of a period. */
export const giveBalances: RunVerb = (input, terminal) => {
  const key = readKey(wordOf(input, 'key-file') ?? '')
  const opened = openToChange(input)
  const currency = wordOf(input, 'currency')
  const amounts = (option: string) => readAmounts(input.values.get(option) ?? [], { option, currency })
  const [source, target] = [amounts('source-balance'), amounts('target-balance')]
  const faults = [key, opened, source, target].flatMap((each) => (each.ok ? [] : each.faults))
  if (!key.ok || !opened.ok || !source.ok || !target.ok) return { ok: false, faults }
  const { files, period } = opened.value
  const by = { actor: key.value.publicKey, time: new Date().toISOString() }
  const amountsBySide = { source: source.value, target: target.value }
  const typed = sides.flatMap((side) =>
    Object.entries(amountsBySide[side]).map(([code, amount]) => ({ side, currency: code, amount, ...by })),
  )
  if (typed.length === 0) return { ok: false, faults: ['Got no balance, wanted --source-balance or --target-balance'] }
  const balances = { ...period.balances, typed: [...period.balances.typed, ...typed] }
  const saved = saveChanged(input, { ...files, 'balances.json': formatBalances(balances) })
  if (!saved.ok) return saved
  printProof(saved.value, terminal)
  return endOf(saved.value)
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
