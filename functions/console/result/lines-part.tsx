import { useEffect, useRef, useState } from 'preact/hooks'
import type { LineQuery, RunOverview } from '../engine-worker/engine-types.ts'
import { withoutFilter } from '../engine-worker/line-types.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { LinesFault, NoLines, NothingPasses } from './empty-lines.tsx'
import { LineFilters } from './line-filters.tsx'
import { LineGrid } from './line-grid.tsx'
import { LinePanel } from './line-panel.tsx'
import { isFiltered } from './result-address.ts'
import { resultTabs } from './result-tabs.ts'
import type { LinePages } from './shown-pages.ts'
import type { AddressState } from './use-address.ts'
import { useLineKeys } from './use-line-keys.ts'
import { useLinePages } from './use-line-pages.ts'
import { useOpenGroups } from './use-open-groups.ts'
import './line-grid.css'

interface PartRequest {
  readonly run: RunOverview
  readonly state: AddressState
}

export function LinesPart({ run, state: { address, go } }: PartRequest) {
  const { line, tab } = address
  const groupKeys = useRef<readonly string[]>([])
  const { query, toggle } = useOpenGroups(run, address.query, () => groupKeys.current)
  const all = run.lineCounts[query.view]
  const { pages, isLate, fault, retry } = useLinePages(run.id, query)
  const { active, setActive, open } = useActiveLine({ run, query, state: { address, go }, pages, toggle })
  const { count, passingCount, groups = [] } = pages?.counts() ?? {}
  groupKeys.current = groups.map(({ key }) => key)
  usePrepared(run.id, query.view)
  useLineKeys((by) => {
    if (line !== undefined) return open(active + by)
    document.querySelector<HTMLElement>('.line-grid > table')?.focus({ preventScroll: true })
    if (count === 0 && groups[0] !== undefined) toggle(groups[0].key)
    else if (count !== undefined && count > 0) setActive(Math.min(count - 1, Math.max(0, active + by)))
  })
  const close = () => {
    go({ line: undefined }, 'replace')
    document.querySelector<HTMLElement>('.line-grid > table')?.focus()
  }
  const change = (next: LineQuery) => {
    setActive(-1)
    go({ query: next }, 'replace')
  }
  if (all === 0) return <NoLines run={run} view={query.view} />
  const label = resultTabs.find(({ id }) => id === tab)?.label ?? ''
  return (
    <div class={line === undefined ? 'lines' : 'lines with-panel'}>
      <LineFilters run={run} query={query} onChange={change}>
        <LineCount passing={passingCount} all={all} isLate={isLate} />
      </LineFilters>
      <div class="lines-body">
        {fault !== undefined && <LinesFault fault={fault} onRetry={retry} />}
        {pages === undefined || count === undefined ? (
          fault === undefined && <div class="line-grid waiting" aria-busy="true" />
        ) : passingCount === 0 ? (
          <NothingPasses onClear={() => change(withoutFilter(query))} />
        ) : (
          <LineGrid
            {...{ label, query, pages, active, openLine: line }}
            onActive={setActive}
            onOpen={open}
            onClose={close}
            onToggle={toggle}
            onSort={(sort, isDescending) => change({ ...query, sort, isDescending })}
          />
        )}
        {line !== undefined && (
          <LinePanel
            {...{ run, view: query.view, position: line, index: active, count: count ?? 0 }}
            onClose={close}
            onMove={(by) => open(active + by)}
          />
        )}
      </div>
      <KeysHint isFiltered={isFiltered(query)} />
    </div>
  )
}

/** Has the worker read the lines of a view before anybody filters them. */
const usePrepared = (id: string, view: LineQuery['view']): void =>
  useEffect(() => {
    void openEngine().then((engine) => engine.prepare(id, view))
  }, [id, view])

interface CountRequest {
  /** Undefined until the first lines have arrived. */
  readonly passing: number | undefined
  readonly all: number
  readonly isLate: boolean
}

const LineCount = ({ passing, all, isLate }: CountRequest) => (
  <p class="line-count small" role="status" aria-busy={isLate}>
    {passing === undefined ? 'Loading …' : `${grouped(passing)} of ${counted(all, 'line')}`}
    {isLate && ' …'}
  </p>
)

const KeysHint = ({ isFiltered: filtered }: { readonly isFiltered: boolean }) => (
  <p class="small soft no-print keys-hint">
    Keys: <kbd>j</kbd> <kbd>k</kbd> or arrows move, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes, <kbd>Ctrl</kbd>{' '}
    <kbd>K</kbd> shows all commands.
    {filtered && ' The address holds the filter: a link restores it.'}
  </p>
)

interface ActiveRequest extends PartRequest {
  /** The query of the address with the groups that are open. */
  readonly query: LineQuery
  readonly pages: LinePages | undefined
  readonly toggle: (key: string) => void
}

/** The row that the arrow keys move from. While a line is open, its row is the active one. */
function useActiveLine({ run, query, state: { address, go }, pages, toggle }: ActiveRequest) {
  const [active, setOwnActive] = useState(-1)
  const { line } = address
  const asked = useRef({ query, line })
  asked.current = { query, line }
  // After a link or a change of order, the row of the open line has to be looked up.
  useEffect(() => {
    const { line: wanted, query: order } = asked.current
    if (wanted === undefined) return
    if (active >= 0 && pages?.lineAt(active)?.position === wanted) return
    void openEngine().then(async (engine) => {
      const place = await engine.placeOf(run.id, order, wanted)
      if (asked.current.line !== wanted) return
      setOwnActive(place ?? -1)
      const group =
        place === undefined && order.isGrouped ? await engine.groupOf(run.id, order.view, wanted) : undefined
      // The line may be in a closed group.
      if (group !== undefined && order.openGroups?.includes(group) === false) toggle(group)
    })
  }, [pages, line])
  const show = async (index: number) => {
    const count = pages?.counts()?.count ?? 0
    if (index < 0 || index >= count) return
    setOwnActive(index)
    const known = pages?.lineAt(index)?.position
    const found = known ?? (await positionAt(run.id, query, index))
    if (found !== undefined) go({ line: found }, asked.current.line === undefined ? 'push' : 'replace')
  }
  return {
    active,
    open: (index: number) => void show(index),
    setActive: (index: number) => {
      setOwnActive(index)
      if (line !== undefined && index >= 0) void show(index)
    },
  }
}

async function positionAt(id: string, query: LineQuery, index: number): Promise<number | undefined> {
  const { lines } = await (await openEngine()).lines(id, query, { from: index, count: 1 })
  return lines[0]?.position
}
