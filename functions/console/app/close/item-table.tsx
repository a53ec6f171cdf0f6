import { reasonWords } from '@tallystick/audit/report/break-words'
import type { ItemRecord, PeriodRecord, ReconciliationRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { amountText, amountTexts } from '../../parts/amount-text.ts'
import { causeSentence } from '../../parts/cause-words.ts'
import { dateText } from '../../parts/locale-text.ts'
import { counted } from '../../parts/plain-words.ts'
import { keyOf, toggled, totalsOf } from './chosen-items.ts'
import { ItemHistory } from './item-history.tsx'
import { placeWords, sideWordsOf } from './side-words.ts'

interface ItemTableProps {
  readonly period: Pick<PeriodRecord, 'id' | 'revision'>
  readonly groups: readonly ItemGroup[]
  readonly terms: Pick<ReconciliationRecord, 'statement' | 'isTurned'>
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (keys: ReadonlySet<string>) => void
  /** Whether items can be chosen, to decide about them. */
  readonly isOpen: boolean
  readonly onChanged: () => void
  /** The item that the keyboard is at. */
  readonly at: string | undefined
}

interface ItemGroup {
  /** Tells it from the others. */
  readonly name: string
  readonly items: readonly ItemRecord[]
}

/** The work list, items of one cause together. */
export function ItemTable(props: ItemTableProps) {
  return (
    <>
      {props.groups.map((group) => (
        <Group key={group.name} group={group} {...props} />
      ))}
    </>
  )
}

/** Groups of a cause that several items share; the others by their reason, or by what was decided. */
export function groupsOf(items: readonly ItemRecord[]): readonly ItemGroup[] {
  const groups = Map.groupBy(items, ({ cause, reason, state, label, name }) =>
    cause === undefined || cause === null
      ? (label ?? (reason === null ? `${state} ${name.side}` : reason))
      : `${cause.kind} ${cause.value}`,
  )
  return [...groups].map(([name, own]) => ({ name, items: own }))
}

function titleOf(items: readonly ItemRecord[], words: ReturnType<typeof sideWordsOf>): string {
  const [first] = items
  if (first === undefined) return ''
  if (first.cause) return causeSentence(first.cause, items.length)
  const count = counted(items.length, 'item')
  if (first.label !== null) return `${count} accepted as ${first.label}`
  if (first.reason === 'missing_in_target') return `${count}: not ${placeWords[words.target]}`
  if (first.reason === 'missing_in_source') return `${count}: not ${placeWords[words.source]}`
  return first.reason === null
    ? `${count}: ${first.state === 'undecided' ? 'new since the run' : first.state}`
    : `${count}: ${reasonWords[first.reason]}`
}

function Group({
  period,
  group: { items },
  terms,
  chosen,
  onChoose,
  isOpen,
  onChanged,
  at,
}: ItemTableProps & { readonly group: ItemGroup }) {
  const words = sideWordsOf(terms)
  const keys = items.map(keyOf)
  const isAll = keys.every((key) => chosen.has(key))
  const chooseAll = (): void =>
    onChoose(new Set(isAll ? [...chosen].filter((key) => !keys.includes(key)) : [...chosen, ...keys]))
  return (
    <section class="item-group">
      <h2>
        <span class="of-file">{titleOf(items, words)}</span>{' '}
        <span class="amount soft">{amountTexts(totalsOf(items, terms)).join(' · ')}</span>
        {isOpen && items.length > 1 && (
          <button type="button" class="quiet small" onClick={chooseAll}>
            {isAll ? 'Choose none' : 'Choose all'}
          </button>
        )}
      </h2>
      <div class="table-frame">
        <table class="items">
          <tbody>
            {items.map((item) => (
              <ItemRow
                key={keyOf(item)}
                item={item}
                period={period}
                terms={terms}
                isChosen={chosen.has(keyOf(item))}
                isAt={at === keyOf(item)}
                onToggle={isOpen ? () => onChoose(toggled(chosen, keyOf(item))) : undefined}
                onChanged={isOpen ? onChanged : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface ItemRowProps {
  readonly period: Pick<PeriodRecord, 'id' | 'revision'>
  readonly item: ItemRecord
  readonly terms: ItemTableProps['terms']
  readonly isChosen: boolean
  readonly isAt: boolean
  readonly onToggle: (() => void) | undefined
  readonly onChanged: (() => void) | undefined
}

function ItemRow({ period, item, terms, isChosen, isAt, onToggle, onChanged }: ItemRowProps) {
  const [isHistory, setHistory] = useState(false)
  const { name, amount, currency } = item
  const { counterparty, description, reference, date, valueDate } = textsOf(item)
  const title = counterparty ?? description ?? reference ?? name.id
  return (
    <>
      <tr class={isAt ? 'is-at' : undefined} aria-selected={isChosen}>
        {onToggle && (
          <td class="pick">
            <input type="checkbox" checked={isChosen} onChange={onToggle} aria-label={`Choose ${title}`} />
          </td>
        )}
        <td class="wide">
          <button
            type="button"
            class="item-title of-file"
            aria-expanded={isHistory}
            title="Shows its history"
            onClick={() => setHistory(!isHistory)}
          >
            {title}
          </button>
          <span class="small soft under of-file">
            {[description, reference, name.id].filter((text) => text !== undefined && text !== title).join(' · ')}
          </span>
        </td>
        <td class="time">
          {dateText(date ?? valueDate ?? '')}
          <span class="small soft under">{counted(item.ageDays, 'day')} old</span>
        </td>
        <td class="small notes">
          {sideWordsOf(terms)[name.side]}
          <span class="soft under of-file">{notesOf(item)}</span>
        </td>
        <td class="end amount">{amountText(amount, currency)}</td>
      </tr>
      {isHistory && (
        <tr class="history">
          <td colSpan={onToggle ? 5 : 4}>
            <ItemHistory period={period} item={item} terms={terms} onChanged={onChanged} />
          </td>
        </tr>
      )}
    </>
  )
}

type Texts = { readonly [field in 'counterparty' | 'description' | 'reference' | 'date' | 'valueDate']?: string }

/** The fields of the record that are texts. */
const textsOf = ({ record }: ItemRecord): Texts =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'string' && value !== ''))

function notesOf({ expected, isOverdue, isFlagged, owner, commentCount }: ItemRecord): string {
  return [
    ...(expected === null ? [] : [`${isOverdue ? 'overdue since' : 'until'} ${dateText(expected)}`]),
    ...(isFlagged ? ['flagged'] : []),
    ...(owner === null ? [] : ['assigned']),
    ...(commentCount === 0 ? [] : [counted(commentCount, 'note')]),
  ].join(' · ')
}
