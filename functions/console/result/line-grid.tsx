import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { LineQuery, ShownLine, SortKey } from '../engine-worker/engine-types.ts'
import { CompactLine, columnsByView, type LineColumn } from './line-columns.tsx'
import { startsDescending } from './result-address.ts'
import type { LinePages } from './shown-pages.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { useWidth } from './use-width.ts'

interface GridRequest {
  readonly label: string
  readonly query: LineQuery
  readonly pages: LinePages
  /** The row that the arrow keys move from; -1 for none. */
  readonly active: number
  /** The position of the open line in its view. */
  readonly openLine: number | undefined
  readonly onActive: (index: number) => void
  readonly onOpen: (index: number) => void
  readonly onClose: () => void
  readonly onSort: (sort: SortKey, isDescending: boolean) => void
}

const compactWidth = 860
const rowHeights = { wide: 40, compact: 64 }

/**
 * A table of any number of lines, of which only the visible ones are drawn. Screen readers see a grid that is moved
 * through by keys.
 */
export function LineGrid(request: GridRequest) {
  const { label, query, pages, active, onActive } = request
  const scroller = useRef<HTMLDivElement | null>(null)
  const isCompact = (useWidth(scroller) ?? compactWidth) < compactWidth
  const rowHeight = isCompact ? rowHeights.compact : rowHeights.wide
  const count = pages.counts()?.count ?? 0
  const virtual = useVirtualRows({ count, rowHeight, scroller })
  const first = virtual.rows[0]?.index ?? 0
  const end = (virtual.rows.at(-1)?.index ?? 0) + 1
  useEffect(() => pages.want(first, end), [pages, first, end])
  // After a change of order or filter, the table is shown from its top.
  useLayoutEffect(() => void (active < 0 && scroller.current?.scrollTo(0, 0)), [pages])
  const shown = useRef(-1)
  // Scrolls the row into view when it becomes active: in the table, and then on the page.
  useEffect(() => {
    if (shown.current === active || active < 0 || active >= count) return
    const row = document.getElementById(`row-${active}`)
    if (row === null) return virtual.scrollTo(active)
    shown.current = active
    row.scrollIntoView({ block: 'nearest' })
  })
  const columns = columnsByView[query.view]
  const draw = { ...request, columns, isCompact }
  // Set once on the grid: styles on rows would be computed for each row and cell at every step.
  const sizes = {
    '--line-columns': columns.map(({ width }) => width).join(' '),
    '--line-height': `${rowHeight}px`,
    '--lines-height': `${virtual.height}px`,
  }
  return (
    <div class={`line-grid ${isCompact ? 'compact' : 'wide'}`} ref={scroller} style={sizes}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is moved through by keys is a grid
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={count + (isCompact ? 0 : 1)}
        aria-colcount={isCompact ? 2 : columns.length}
        aria-activedescendant={active >= first && active < end ? `row-${active}` : undefined}
        onKeyDown={(event) => moveBy(event, { ...request, count, fitCount: virtual.fitCount })}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && active < 0 && count > 0) onActive(virtual.firstIndex)
        }}
      >
        {!isCompact && <GridHead {...draw} />}
        <tbody class="line-space" style={{ height: `${virtual.rows[0]?.top ?? 0}px` }} />
        <tbody>
          {virtual.rows.map(({ index }) => (
            <GridRow key={index} {...draw} index={index} line={pages.lineAt(index)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface Moving extends GridRequest {
  readonly count: number
  readonly fitCount: number
}

/** Handles the keys of the table: they move the active row, open its line or close it. Other keys go on to the page. */
function moveBy(event: KeyboardEvent, { active, count, fitCount, onActive, onOpen, onClose }: Moving): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLButtonElement) return
  const targets: { readonly [key: string]: number } = {
    j: active + 1,
    ArrowDown: active + 1,
    k: active - 1,
    ArrowUp: active - 1,
    PageDown: active + fitCount,
    PageUp: active - fitCount,
    Home: 0,
    End: count - 1,
  }
  const next = targets[event.key]
  if (next !== undefined && count > 0) onActive(Math.min(count - 1, Math.max(0, next)))
  else if (event.key === 'Enter' && active >= 0) onOpen(active)
  else if (event.key === 'Escape') onClose()
  else return
  event.preventDefault()
}

interface Drawing extends GridRequest {
  readonly columns: readonly LineColumn[]
  readonly isCompact: boolean
}

function GridHead({ columns, query, onSort }: Drawing) {
  return (
    <thead>
      <tr class="line-head" aria-rowindex={1}>
        {columns.map(({ id, title, sort, isNumber }) => {
          const isSorted = sort !== undefined && sort === query.sort
          const order = query.isDescending ? 'descending' : 'ascending'
          return (
            <th key={id} scope="col" class={isNumber && 'number'} aria-sort={isSorted ? order : undefined}>
              {sort === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  class="sort-button"
                  onClick={() => onSort(sort, isSorted ? !query.isDescending : startsDescending(sort))}
                >
                  {title}
                  <span class="sort-mark" aria-hidden="true">
                    {isSorted ? (query.isDescending ? '↓' : '↑') : '↕'}
                  </span>
                </button>
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface RowRequest extends Drawing {
  readonly index: number
  readonly line: ShownLine | undefined
}

function GridRow(request: RowRequest) {
  const { index, line, columns, isCompact, active, openLine, query, onOpen } = request
  const isOpen = line !== undefined && line.position === openLine
  return (
    // Rows take no focus: the grid has it, and handles the keys for them.
    <tr
      id={`row-${index}`}
      class={`line-row${index === active ? ' active' : ''}${isOpen ? ' open-line' : ''}`}
      aria-rowindex={index + (isCompact ? 1 : 2)}
      aria-selected={isOpen}
      onClick={({ currentTarget }) => {
        currentTarget.closest('table')?.focus({ preventScroll: true })
        onOpen(index)
      }}
    >
      {line === undefined ? (
        <td class="line-waits" />
      ) : isCompact ? (
        <CompactLine line={line} view={query.view} />
      ) : (
        columns.map(({ id, isNumber, cell }) => (
          <td key={id} class={isNumber && 'number'}>
            {cell(line)}
          </td>
        ))
      )}
    </tr>
  )
}
