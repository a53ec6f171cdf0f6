import {
  type DifferenceList,
  type DifferenceRecord,
  type DifferenceRow,
  differenceKinds,
  type RulesTrial,
} from '../engine-worker/stored-types.ts'
import { amountText, amountTexts } from '../parts/amount-text.ts'
import { grouped, rateText } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'

const titles = {
  gained: 'Matches gained',
  lost: 'Matches lost',
  rePaired: 'Matched with others',
} as const

/** Shows the outcome of other rules: figures before and after, and the records whose match changed. */
export function DifferenceLists({ trial }: { readonly trial: RulesTrial }) {
  const { matchRate, breakCount, resultRoot, isSame, lists, isCut } = trial
  return (
    <div class="differences" role="status">
      <dl class="app-figures">
        <Change name="Matched" before={rateText(matchRate.before)} after={rateText(matchRate.after)} />
        <Change name="Breaks" before={grouped(breakCount.before)} after={grouped(breakCount.after)} />
        <div>
          <dt>Root under these rules</dt>
          <dd class="hash-whole mono">{resultRoot}</dd>
        </div>
      </dl>
      {isSame && <p class="notice app-notice">The same result, byte for byte.</p>}
      {isCut && <p class="notice app-notice">More than 1,000 records of a kind differ: the lists show the first.</p>}
      {differenceKinds.map((kind) => (
        <List key={kind} title={titles[kind]} list={lists[kind]} />
      ))}
    </div>
  )
}

function Change({ name, before, after }: { readonly name: string; readonly before: string; readonly after: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="count">
        {before} <span class="soft">→</span> {after}
      </dd>
    </div>
  )
}

const shownAtFirst = 100

function List({ title, list: { count, amounts, rows } }: { readonly title: string; readonly list: DifferenceList }) {
  if (count === 0)
    return (
      <p class="soft">
        {title}: <span class="count">none</span>
      </p>
    )
  return (
    <details class="unfolds" open={count <= shownAtFirst}>
      <summary>
        {title}: <strong class="count">{grouped(count)}</strong>{' '}
        <span class="soft amount">{amountTexts(amounts).join(' · ')}</span>
      </summary>
      <div class="table-frame">
        <table class="stacked">
          <TableHead titles={['Source record', 'Amount', 'Before', 'After']} numbers={['Amount']} />
          <tbody>
            {rows.map((row) => (
              <Row key={row.source.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function Row({ row: { source, before, after } }: { readonly row: DifferenceRow }) {
  return (
    <tr>
      <td data-label="Source record">
        <RecordText record={source} />
      </td>
      <td data-label="Amount" class="end amount">
        {amountOf(source)}
      </td>
      <td data-label="Before">
        <Partners records={before} />
      </td>
      <td data-label="After">
        <Partners records={after} />
      </td>
    </tr>
  )
}

function Partners({ records }: { readonly records: readonly DifferenceRecord[] }) {
  if (records.length === 0) return <span class="soft">open</span>
  return (
    <>
      {records.map((record) => (
        <div key={record.id}>
          <RecordText record={record} /> <span class="amount soft">{amountOf(record)}</span>
        </div>
      ))}
    </>
  )
}

const amountOf = ({ amount, currency }: DifferenceRecord): string =>
  amount === null ? '–' : amountText(amount, currency)

const textLengthMax = 90

function RecordText({ record: { id, date, text } }: { readonly record: DifferenceRecord }) {
  return (
    <span class="of-file" title={`${id} ${text}`}>
      {date !== null && <span class="soft">{date} </span>}
      {text === '' ? id : text.slice(0, textLengthMax)}
      {text.length > textLengthMax && '…'}
    </span>
  )
}
