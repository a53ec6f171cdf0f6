import type { LineGroup } from '../engine-worker/engine-types.ts'
import { amountTexts } from '../parts/amount-text.ts'
import { grouped } from '../parts/plain-words.ts'
import { groupTitle } from './group-words.ts'
import type { LineColumn } from './line-columns.tsx'

interface GroupRequest {
  readonly row: number
  readonly group: LineGroup
  readonly columns: readonly LineColumn[]
  readonly isCompact: boolean
  readonly onToggle: (key: string) => void
}

/** The heading of a group of breaks, with their number and sums; a click opens or closes the group. */
export function GroupRow({ row, group, columns, isCompact, onToggle }: GroupRequest) {
  const { key, count, isOpen, sums, differences } = group
  const figures = [sums.source, sums.target, differences].map(sumWords)
  return (
    <tr class="line-row group-row" aria-rowindex={row + (isCompact ? 1 : 2)} onClick={() => onToggle(key)}>
      <td class="group-title">
        <button
          type="button"
          class="group-button"
          aria-expanded={isOpen}
          onClick={(event) => {
            event.stopPropagation()
            onToggle(key)
          }}
        >
          <span class="group-mark" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
          <span class="of-file group-name">{groupTitle(group)}</span>
          <span class="group-count">{grouped(count)}</span>
        </button>
      </td>
      {isCompact ? (
        <td class="number">{figures.find((text) => text !== '')}</td>
      ) : (
        figures.slice(0, columns.length - textColumnCount).map((text, place) => (
          <td key={place} class="number">
            {text}
          </td>
        ))
      )}
    </tr>
  )
}

/** Name, text and date, over which the title of a group extends. */
const textColumnCount = 3
/** The most currencies whose sums stand beside each other. */
const sumCountMax = 1

function sumWords(amounts: LineGroup['differences']): string {
  const texts = amountTexts(amounts)
  return texts.length > sumCountMax ? `${texts.length} currencies` : texts.join('')
}
