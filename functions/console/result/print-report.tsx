import { useEffect, useRef, useState } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { plainQuery } from '../engine-worker/line-types.ts'
import { counted, grouped, rateText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { BalanceProof } from './balance-proof.tsx'
import { OpenOverTime } from './open-chart.tsx'
import { type OpenItems, PrintItems } from './print-items.tsx'
import { periodWords } from './print-words.ts'
import { ReasonTable } from './reason-table.tsx'
import { TotalBars } from './total-bars.tsx'

const itemCountMax = 1_000

/** The report's open items once somebody prints, and a function that prints. */
export function usePrinting(run: RunOverview) {
  const [items, setItems] = useState<OpenItems | undefined>()
  const fetched = useRef<OpenItems | undefined>(undefined)
  useEffect(() => {
    fetched.current = undefined
    setItems(undefined)
    // Fetched before anybody prints, since the browser's own print command does not wait.
    const timer = setTimeout(() => void openItems(run.id).then((lines) => (fetched.current = lines)), 1_000)
    const onPrint = () => fetched.current !== undefined && setItems(fetched.current)
    addEventListener('beforeprint', onPrint)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeprint', onPrint)
    }
  }, [run.id])
  const print = async () => {
    setItems(fetched.current ?? (await openItems(run.id)))
    await drawn()
    window.print()
  }
  return { items, print: () => void print() }
}

async function openItems(id: string): Promise<OpenItems> {
  const engine = await openEngine()
  return engine.lines(id, plainQuery('breaks'), { from: 0, count: itemCountMax })
}

const drawn = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

interface ReportRequest {
  readonly run: RunOverview
  readonly items: OpenItems
}

export function PrintReport({ run, items }: ReportRequest) {
  const { sides, summary } = run
  const period = periodWords(run)
  return (
    <section class="print-report" aria-hidden="true">
      <h1 class="of-file">{run.title}</h1>
      {period !== undefined && <p>Period: {period}</p>}
      <table class="figure-table">
        <tbody>
          {(['source', 'target'] as const).map((side) => (
            <tr key={side}>
              <th scope="row">{side === 'source' ? 'Source' : 'Target'}</th>
              <td class="of-file">{sides[side].name}</td>
              <td class="number">{counted(sides[side].recordCount, 'record')}</td>
              <td class="number">{grouped(summary[side].open)} open</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {rateText(summary.matchRate)} matched, {counted(summary.matchCount, 'match', 'matches')},{' '}
        {counted(summary.breakCount, 'break')}.
      </p>
      {run.warnings.map(({ detail }) => (
        <p key={detail} class="notice of-file">
          {detail}
        </p>
      ))}
      <TotalBars totals={run.totals} />
      <BalanceProof run={run} />
      <ReasonTable run={run} />
      <OpenOverTime run={run} />
      <PrintItems run={run} items={items} />
      <RuleWords run={run} />
      <Closing run={run} />
    </section>
  )
}

function RuleWords({ run: { rules } }: Pick<ReportRequest, 'run'>) {
  return (
    <section class="rule-words">
      <h2>Rules</h2>
      <ol>
        {rules.map(({ id, name, sentences, lineCount }) => (
          <li key={id}>
            <strong class="of-file">{name === '' ? id : name}</strong>, {counted(lineCount, 'line')}.{' '}
            <span class="of-file">{sentences.join(' ')}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Closing({ run: { resultRoot, policyHash, engine, leafCount } }: Pick<ReportRequest, 'run'>) {
  return (
    <section class="closing">
      <h2>By what this can be checked</h2>
      <dl class="print-facts">
        <dt>Root of {counted(leafCount, 'line')}</dt>
        <dd>
          <code>{resultRoot}</code>
        </dd>
        <dt>Policy hash</dt>
        <dd>
          <code>{policyHash}</code>
        </dd>
        <dt>Engine</dt>
        <dd>{engine}</dd>
      </dl>
      <div class="signatures">
        {['Prepared by', 'Reviewed by', 'Approved by'].map((role) => (
          <div key={role}>
            <span class="signature-line" />
            <span>{role}, date</span>
          </div>
        ))}
      </div>
    </section>
  )
}
