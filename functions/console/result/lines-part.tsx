import { useEffect, useRef, useState } from 'preact/hooks'
import type { LineQuery, RunOverview } from '../engine-worker/engine-types.ts'
import { withoutFilter } from '../engine-worker/line-types.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { LineFilters } from './line-filters.tsx'
import { LineGrid } from './line-grid.tsx'
import { LinePanel } from './line-panel.tsx'
import { isFiltered } from './result-address.ts'
import { resultTabs } from './result-tabs.ts'
import type { LinePages } from './shown-pages.ts'
import type { AddressState } from './use-address.ts'
import { useLinePages } from './use-line-pages.ts'
import './line-grid.css'

interface PartRequest {
  readonly run: RunOverview
  readonly state: AddressState
}

export function LinesPart({ run, state: { address, go } }: PartRequest) {
  const { query, line, tab } = address
  const all = run.lineCounts[query.view]
  const { pages, isLate, fault, retry } = useLinePages(run.id, query)
  const { active, setActive, open } = useActiveLine({ run, state: { address, go }, pages })
  useEffect(() => {
    void openEngine().then((engine) => engine.prepare(run.id, query.view))
  }, [run.id, query.view])
  const close = () => {
    go({ line: undefined }, 'replace')
    document.querySelector<HTMLElement>('.line-grid > table')?.focus()
  }
  const change = (next: LineQuery) => {
    setActive(-1)
    go({ query: next }, 'replace')
  }
  if (all === 0) return <NoLines run={run} view={query.view} />
  const count = pages?.counts()?.count
  const label = resultTabs.find(({ id }) => id === tab)?.label ?? ''
  return (
    <div class={line === undefined ? 'lines' : 'lines with-panel'}>
      <LineFilters run={run} query={query} onChange={change} />
      <p class="line-count small" role="status" aria-busy={isLate}>
        {count === undefined ? 'Loading …' : `${grouped(count)} of ${counted(all, 'line')}`}
        {isLate && ' …'}
      </p>
      <div class="lines-body">
        {fault !== undefined && <LinesFault fault={fault} onRetry={retry} />}
        {pages === undefined || count === undefined ? (
          fault === undefined && <div class="line-grid waiting" aria-busy="true" />
        ) : count === 0 ? (
          <NothingPasses onClear={() => change(withoutFilter(query))} />
        ) : (
          <LineGrid
            {...{ label, query, pages, active, openLine: line }}
            onActive={setActive}
            onOpen={open}
            onClose={close}
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
      <p class="small soft no-print keys-hint">
        Keys: <kbd>j</kbd> <kbd>k</kbd> or arrows move, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes.
        {isFiltered(query) && ' The address holds the filter: a link restores it.'}
      </p>
    </div>
  )
}

interface ActiveRequest extends PartRequest {
  readonly pages: LinePages | undefined
}

/** The row that the arrow keys move from. While a line is open, its row is the active one. */
function useActiveLine({ run, state: { address, go }, pages }: ActiveRequest) {
  const [active, setOwnActive] = useState(-1)
  const { query, line } = address
  const asked = useRef({ query, line })
  asked.current = { query, line }
  // After a link or a change of order, the row of the open line has to be looked up.
  useEffect(() => {
    const { line: wanted, query: order } = asked.current
    if (wanted === undefined) return
    if (active >= 0 && pages?.lineAt(active)?.position === wanted) return
    void openEngine()
      .then((engine) => engine.placeOf(run.id, order, wanted))
      .then((place) => asked.current.line === wanted && setOwnActive(place ?? -1))
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

const emptyWords: { readonly [view in LineQuery['view']]: string } = {
  breaks: 'Nothing is open. Every record was matched, netted or left out by a rule: well kept books.',
  matches: 'Nothing was matched. The breaks say what came near.',
  suggestions: 'There is nothing to review: no rule suggested a match.',
  excluded: 'No rule left a record out.',
  netted: 'No records of one side cancelled each other out.',
}

function NoLines({ run, view }: { readonly run: RunOverview; readonly view: LineQuery['view'] }) {
  const hasRecords = run.sides.source.recordCount + run.sides.target.recordCount > 0
  return (
    <div class="empty-part">
      <p>{hasRecords ? emptyWords[view] : 'Neither side has a record.'}</p>
    </div>
  )
}

function NothingPasses({ onClear }: { readonly onClear: () => void }) {
  return (
    <div class="empty-part">
      <p>No line passes the filter.</p>
      <button type="button" class="quiet" onClick={onClear}>
        Show all lines
      </button>
    </div>
  )
}

function LinesFault({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  return (
    <div class="notice fault" role="alert">
      <p>The lines could not be read: {fault instanceof Error ? fault.message : String(fault)}</p>
      <button type="button" class="quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
