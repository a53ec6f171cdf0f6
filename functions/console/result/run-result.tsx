import { type ComponentChildren, toChildArray } from 'preact'
import { Suspense } from 'preact/compat'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { plainQuery } from '../engine-worker/line-types.ts'
import { grouped } from '../parts/plain-words.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { BalanceProof } from './balance-proof.tsx'
import { PrintReport, usePrinting } from './print-report.tsx'
import { ReasonTable } from './reason-table.tsx'
import { ResultHead } from './result-head.tsx'
import { countOfTab, type ResultTab, resultTabs, viewOfTab } from './result-tabs.ts'
import { TotalBars } from './total-bars.tsx'
import { type AddressState, useAddress } from './use-address.ts'
import { useLineKeys } from './use-line-keys.ts'
import { useResultCommands } from './use-result-commands.ts'
import './result-page.css'
import './result-figures.css'
import './result-print.css'

// A result is read before its lines are: the table and the chart come after the first figures.
const LinesPart = lazyPart(() => import('./lines-part.tsx').then((module) => module.LinesPart))
const OpenOverTime = lazyPart(() => import('./open-chart.tsx').then((module) => module.OpenOverTime))
const FlowPart = lazyPart(() => import('./flow-part.tsx').then((module) => module.FlowPart))

export function RunResult({ run }: { readonly run: RunOverview }) {
  const state = useAddress()
  const { items, print } = usePrinting(run)
  const { tab } = state.address
  useResultCommands({ run, state, print })
  // A part that cannot be fetched is told where it is shown.
  useEffect(() => void LinesPart.preload().catch(() => undefined), [])
  const view = viewOfTab(tab)
  return (
    <article class="result">
      <ResultHead run={run} address={state.address} onPrint={print} />
      <PartLinks run={run} tab={tab} go={state.go} />
      <section class="part" role="tabpanel" aria-label={resultTabs.find(({ id }) => id === tab)?.label}>
        {view === undefined && <KeysToBreaks go={state.go} />}
        {tab === 'overview' && <Overview run={run} go={state.go} />}
        {tab === 'flow' && (
          <Suspense fallback={<p aria-busy="true">Loading …</p>}>
            <FlowPart run={run} go={state.go} />
          </Suspense>
        )}
        {view !== undefined && (
          <Suspense fallback={<p aria-busy="true">Loading …</p>}>
            <LinesPart key={view} run={run} state={state} />
          </Suspense>
        )}
      </section>
      {items !== undefined && <PrintReport run={run} items={items} />}
    </article>
  )
}

interface PartRequest {
  readonly run: RunOverview
  readonly go: AddressState['go']
}

/** Tabs as in the ARIA Authoring Practices: the arrow keys go from one to the next. */
function PartLinks({ run, tab, go }: PartRequest & { readonly tab: ResultTab }) {
  const list = useRef<HTMLDivElement>(null)
  const open = useCallback(
    (id: ResultTab) => go({ tab: id, query: plainQuery(viewOfTab(id) ?? 'breaks'), line: undefined }, 'push'),
    [go],
  )
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const place = resultTabs.findIndex(({ id }) => id === tab)
    const next = resultTabs.at((place + by) % resultTabs.length)
    if (next === undefined) return
    open(next.id)
    list.current?.querySelector<HTMLButtonElement>(`[data-tab="${next.id}"]`)?.focus()
  }
  return (
    <div class="part-links no-print" role="tablist" aria-label="Parts of the result" ref={list} onKeyDown={step}>
      {resultTabs.map(({ id, label }) => {
        const count = countOfTab(run, id)
        return (
          <button
            key={id}
            type="button"
            role="tab"
            data-tab={id}
            aria-selected={id === tab}
            tabIndex={id === tab ? 0 : -1}
            onClick={() => open(id)}
          >
            {label}
            {count !== undefined && <span class="tab-count">{grouped(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}

/** Where no lines are listed, j and k lead to the breaks. */
function KeysToBreaks({ go }: Pick<PartRequest, 'go'>) {
  useLineKeys(() => go({ tab: 'breaks', query: plainQuery('breaks'), line: undefined }, 'push'))
  return null
}

function Overview({ run, go }: PartRequest) {
  return (
    <div class="figures">
      <InTurn>
        <TotalBars totals={run.totals} />
        <ReasonTable run={run} go={go} />
        <BalanceProof run={run} />
        <Suspense fallback={null}>
          <OpenOverTime run={run} />
        </Suspense>
      </InTurn>
    </div>
  )
}

/** Draws its children one after the other, each in its own task, so that the page stays responsive. */
function InTurn({ children }: { readonly children: ComponentChildren }) {
  const all = toChildArray(children)
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count >= all.length) return
    const timer = setTimeout(() => setCount(count + 1))
    return () => clearTimeout(timer)
  }, [count, all.length])
  return <>{all.slice(0, count)}</>
}
