import type { LineGroup, LinePage, RunOverview, ShownLine } from '../engine-worker/engine-types.ts'
import { amountTexts } from '../parts/amount-text.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import { groupTitle } from './group-words.ts'
import { itemWords } from './print-words.ts'

/** The open items of a report with their groups. */
export type OpenItems = Pick<LinePage, 'lines' | 'groups'>

interface ItemsRequest {
  readonly run: RunOverview
  readonly items: OpenItems
}

/** Open items by cause, in two columns: what the source has of a break, and what the target has. */
export function PrintItems({ run, items: { lines, groups } }: ItemsRequest) {
  if (lines.length === 0) return null
  let start = 0
  const parts = groups.map((group) => {
    const items = lines.slice(start, start + group.count)
    start += group.count
    return { group, items }
  })
  return (
    <section class="open-items">
      <h2>Open items</h2>
      {run.lineCounts.breaks > lines.length && (
        <p>
          The first {grouped(lines.length)} of {grouped(run.lineCounts.breaks)} are listed. The workbook has all.
        </p>
      )}
      <table class="figure-table item-table">
        <TableHead titles={['Source', 'Target']} />
        {parts.map(({ group, items }) => (
          <GroupItems key={group.key} group={group} items={items} />
        ))}
      </table>
    </section>
  )
}

function GroupItems({ group, items }: { readonly group: LineGroup; readonly items: readonly ShownLine[] }) {
  if (items.length === 0) return null
  const { count, sums } = group
  return (
    <tbody>
      <tr class="item-group">
        <th scope="rowgroup" colSpan={2}>
          <span class="of-file">{groupTitle(group)}</span>: {counted(count, 'break')}
          {(['source', 'target'] as const).map((side) => {
            const texts = amountTexts(sums[side])
            return texts.length === 0 ? null : ` · ${side} ${texts.join(', ')}`
          })}
        </th>
      </tr>
      {items.map((item) => (
        <ItemRow key={item.position} item={item} />
      ))}
    </tbody>
  )
}

function ItemRow({ item }: { readonly item: ShownLine }) {
  const explanation = item.rows[0]?.explanation ?? null
  const sides = ['source', 'target'] as const
  return (
    <tr>
      {sides.map((side, place) => (
        <td key={side} class="of-file">
          {itemWords(item, side)}
          {place === 1 && explanation !== null && <div class="small soft">{explanation}</div>}
        </td>
      ))}
    </tr>
  )
}
