import type { ItemRecord, PeriodOfItem, PeriodRecord, ReconciliationRecord } from '@tallystick/client'
import { amountText } from '../../parts/amount-text.ts'
import { dateText } from '../../parts/locale-text.ts'
import { codeText, counted, timeText } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { MoreButton } from '../more-button.tsx'
import { useList } from '../use-call.ts'
import type { SeenItem } from './chosen-items.ts'
import { ItemActs } from './item-acts.tsx'
import { sideWordsOf } from './side-words.ts'
import { useClose } from './use-close.ts'

interface ItemHistoryProps {
  readonly period: Pick<PeriodRecord, 'id' | 'revision'>
  readonly item: ItemRecord
  readonly terms: Pick<ReconciliationRecord, 'statement'>
  /** Undefined where nothing can be decided. */
  readonly onChanged: (() => void) | undefined
}

/** What stands in place of a period for items that are older than the first one: by the service, and by own closes. */
const olderThanAll: readonly string[] = ['opening', 'before']

/** An item through its periods: first seen, carried, what was decided and by whom, what was left, what cleared it. */
export function ItemHistory({ period, item: { name, firstSeen }, terms, onChanged }: ItemHistoryProps) {
  const key = `history ${period.id} ${period.revision} ${name.side} ${name.root} ${name.leaf} ${name.id}`
  const close = useClose()
  const list = useList(key, (signal) => close.history(period.id, name, signal))
  return (
    <section class="item-history" aria-label={`History of ${name.id}`}>
      <p class="small soft">
        {olderThanAll.includes(firstSeen.period)
          ? `Known since ${dateText(firstSeen.date)}, before the first period.`
          : `First seen in ${firstSeen.period}, ${dateText(firstSeen.date)}.`}
      </p>
      {list.items.length === 0 && list.isLoading && <p aria-busy="true">Asking for its history …</p>}
      <ol>
        {list.items.map((each) => (
          <li key={each.period.id}>
            <PeriodEntry entry={each} terms={terms} seen={period} onChanged={onChanged} />
          </li>
        ))}
      </ol>
      <FailureNotice error={list.error} onRetry={list.reload} />
      <MoreButton list={list} />
    </section>
  )
}

interface PeriodEntryProps extends Pick<ItemHistoryProps, 'terms' | 'onChanged'> {
  readonly entry: PeriodOfItem
  /** The period whose work list is shown. */
  readonly seen: ItemHistoryProps['period']
}

const PeriodEntry = ({ entry: { period, items, decisions }, terms, seen, onChanged }: PeriodEntryProps) => (
  <>
    <a class="of-file" href={`${useClose().periodPath(period.id)}?step=items`}>
      {period.name}
    </a>
    <ul>
      {decisions.map(({ id, kind, by, time, reason, label, note, expected, state }) => (
        <li key={id}>
          {codeText(kind)}
          {state !== 'effective' && ` (${state})`} by <span class="of-file">{by.name}</span>, {timeText(time)}
          <span class="of-file">
            {[label, reason, expected === undefined ? undefined : `until ${dateText(expected)}`, note]
              .filter((text) => text !== undefined)
              .map((text) => `: ${text}`)
              .join('')}
          </span>
        </li>
      ))}
      {items.map((item) => (
        <li key={`${item.name.id} ${item.name.leaf}`}>
          <strong class="of-file">{item.name.id}</strong>{' '}
          <span class="amount">{amountText(item.amount, item.currency)}</span>{' '}
          <span class="of-file">{outcomeText(item, terms)}</span>
          {onChanged && period.id === seen.id && <ItemActs period={seen} item={item} onChanged={onChanged} />}
        </li>
      ))}
    </ul>
  </>
)

const shownCount = 3

/** `cleared by the rule same with t9 of the books`, `carried until 31 Dec 2026`. */
function outcomeText({ state, expected, label, settledBy }: SeenItem, terms: ItemHistoryProps['terms']): string {
  if (settledBy === null)
    return [
      state,
      ...(label === null ? [] : [`as ${label}`]),
      ...(expected === null ? [] : [`until ${dateText(expected)}`]),
    ].join(' ')
  const { by, rule, others, otherCount } = settledBy
  const how = by === 'decision' ? 'by hand' : `by the rule ${rule}`
  const named = others.slice(0, shownCount).map(({ id, side }) => `${id} of the ${sideWordsOf(terms)[side]}`)
  const more = otherCount > named.length ? [counted(otherCount - named.length, 'other')] : []
  return `${by === 'netted' ? 'netted' : state} ${how}${otherCount === 0 ? '' : ` with ${[...named, ...more].join(', ')}`}`
}
