import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { LineQuery, ShownLine, SortKey } from '../engine-worker/engine-types.ts'
import { GroupRow } from './group-row.tsx'
import { CompactLine, columnsOf, type LineColumn } from './line-columns.tsx'
import { moveBy } from './list-keys.ts'
import { type ListRows, listRows } from './list-rows.ts'
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
  /** Opens or closes a group. */
  readonly onToggle: (key: string) => void
  readonly onSort: (sort: SortKey, isDescending: boolean) => void
}

const compactWidth = 860
const rowHeights = { wide: 36, compact: 60 }

/**
 * A table of any number of lines, of which only the visible ones are drawn. Screen readers see a grid that is moved
 * through by keys.
 */
export function LineGrid(request: GridRequest) {
  const { label, query, pages, active, onActive } = request
  const scroller = useRef<HTMLDivElement | null>(null)
  const isCompact = (useWidth(scroller) ?? compactWidth) < compactWidth
  const rowHeight = isCompact ? rowHeights.compact : rowHeights.wide
  const { count = 0, groups = [] } = pages.counts() ?? {}
  const rows = listRows(groups, count)
  const virtual = useVirtualRows({ count: rows.count, rowHeight, scroller })
  const shownLines = virtual.rows.flatMap(({ index }) => lineOf(rows, index))
  const [first = 0, end = first] = [shownLines[0], (shownLines.at(-1) ?? -1) + 1]
  useEffect(() => pages.want(first, end), [pages, first, end])
  // After a change of order or filter, the table is shown from its top.
  useLayoutEffect(() => void (active < 0 && scroller.current?.scrollTo(0, 0)), [pages])
  const shown = useRef(-1)
  // Scrolls the row into view when it becomes active: in the table, and then on the page.
  useEffect(() => {
    if (shown.current === active || active < 0 || active >= count) return
    const row = document.getElementById(`row-${active}`)
    if (row === null) return virtual.scrollTo(rows.rowOfLine(active))
    shown.current = active
    row.scrollIntoView({ block: 'nearest' })
  })
  const columns = columnsOf(query.view, query.isGrouped)
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
        aria-rowcount={rows.count + (isCompact ? 0 : 1)}
        aria-colcount={isCompact ? 2 : columns.length}
        aria-activedescendant={active >= first && active < end ? `row-${active}` : undefined}
        onKeyDown={(event) => moveBy(event, { ...request, count, fitCount: virtual.fitCount })}
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && active < 0 && count > 0)
            onActive(Math.max(0, rows.lineFrom(virtual.firstIndex)))
        }}
      >
        {!isCompact && <GridHead {...draw} />}
        <tbody class="line-space" style={{ height: `${virtual.rows[0]?.top ?? 0}px` }} />
        <tbody>
          {virtual.rows.map(({ index }) => (
            <ListedRow key={index} {...draw} row={index} rows={rows} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const lineOf = (rows: ListRows, row: number): readonly number[] => {
  const found = rows.at(row)
  return found.kind === 'line' ? [found.index] : []
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

interface ListedRequest extends Drawing {
  readonly row: number
  readonly rows: ListRows
}

function ListedRow({ rows, ...request }: ListedRequest) {
  const found = rows.at(request.row)
  if (found.kind === 'group') return <GroupRow {...request} group={found.group} />
  return <GridRow {...request} index={found.index} line={request.pages.lineAt(found.index)} />
}

interface RowRequest extends Drawing {
  readonly row: number
  readonly index: number
  readonly line: ShownLine | undefined
}

function GridRow(request: RowRequest) {
  const { row, index, line, columns, isCompact, active, openLine, onOpen } = request
  const isOpen = line !== undefined && line.position === openLine
  return (
    // Rows take no focus: the grid has it, and handles the keys for them.
    <tr
      id={`row-${index}`}
      class={`line-row${index === active ? ' active' : ''}${isOpen ? ' open-line' : ''}`}
      aria-rowindex={row + (isCompact ? 1 : 2)}
      aria-selected={isOpen}
      onClick={({ currentTarget }) => {
        currentTarget.closest('table')?.focus({ preventScroll: true })
        onOpen(index)
      }}
    >
      {line === undefined ? (
        <td class="line-waits" />
      ) : isCompact ? (
        <CompactLine line={line} />
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
