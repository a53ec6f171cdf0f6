import { scaleBand, scaleLinear } from 'd3-scale'
import { useRef, useState } from 'preact/hooks'
import type { OpenSeries, RunOverview, SpanUnit } from '../engine-worker/engine-types.ts'
import { amountText, currencyText } from '../parts/amount-text.ts'
import { TableHead } from '../parts/table-head.tsx'
import { tickText } from './chart-ticks.ts'
import { useWidth } from './use-width.ts'

const unitWords: { readonly [unit in SpanUnit]: string } = {
  day: 'by day',
  week: 'by week, which begins on Monday',
  month: 'by month',
  year: 'by year',
}

export function OpenOverTime({ run: { openSeries } }: { readonly run: Pick<RunOverview, 'openSeries'> }) {
  const [chosen, setChosen] = useState<string | undefined>()
  const series = openSeries.find(({ currency }) => currency === chosen) ?? openSeries[0]
  if (series === undefined) return null
  return (
    <section class="card over-time">
      <div class="part-head">
        <h2>Open over time</h2>
        {openSeries.length > 1 && (
          <label class="inline-label">
            Currency
            <select value={series.currency} onChange={({ currentTarget: { value } }) => setChosen(value)}>
              {openSeries.map(({ currency }) => (
                <option key={currency} value={currency}>
                  {currencyText(currency)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p class="small soft chart-key">
        <span>
          <span class="key side-source" aria-hidden="true" /> Source
        </span>
        <span>
          <span class="key side-target" aria-hidden="true" /> Target
        </span>
        <span>
          {currencyText(series.currency)}, {unitWords[series.unit]}
        </span>
      </p>
      <OpenChart series={series} />
      <SpanTable series={series} />
    </section>
  )
}

const size = { height: 220, left: 56, bottom: 24, top: 8 }
/** The width on paper, and before the real width is known. */
const usualWidth = 640
/** The width that the date below a column needs. */
const labelWidth = 64

function OpenChart({ series: { spans, unit } }: { readonly series: OpenSeries }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame) || usualWidth
  const values = spans.flatMap(({ source, target }) => [Number(source), Number(target)])
  const y = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values)])
    .nice(4)
    .range([size.height - size.bottom, size.top])
  const x = scaleBand()
    .domain(spans.map(({ from }) => from))
    .range([size.left, width])
    .padding(0.25)
  const every = Math.ceil((spans.length * labelWidth) / (width - size.left))
  return (
    <div ref={frame}>
      <svg class="columns" viewBox={`0 0 ${width} ${size.height}`} aria-hidden="true">
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line class={tick === 0 ? 'zero' : 'rule'} x1={size.left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={size.left - 6} y={y(tick) + 4} text-anchor="end">
              {tickText(tick)}
            </text>
          </g>
        ))}
        {spans.map(({ from, source, target }, place) => {
          const left = x(from) ?? size.left
          const half = x.bandwidth() / 2
          return (
            <g key={from}>
              <Column kind="side-source" x={left} width={half} from={y(0)} to={y(Number(source))} />
              <Column kind="side-target" x={left + half} width={half} from={y(0)} to={y(Number(target))} />
              {place % every === 0 && (
                <text x={left + half} y={size.height - 6} text-anchor="middle">
                  {spanText(from, unit)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

interface ColumnRequest {
  readonly kind: string
  readonly x: number
  readonly width: number
  readonly from: number
  readonly to: number
}

/** A column of the chart. A sum other than zero is always visible. */
function Column({ kind, x, width, from, to }: ColumnRequest) {
  if (from === to) return null
  const height = Math.max(1.5, Math.abs(to - from))
  return <rect class={`bar ${kind}`} x={x} width={width} y={to < from ? from - height : from} height={height} />
}

/** `03-02` by day and week, `2026-03` by month. */
function spanText(from: string, unit: SpanUnit): string {
  if (unit === 'year') return from.slice(0, 4)
  return unit === 'month' ? from.slice(0, 7) : from.slice(5)
}

function SpanTable({ series: { currency, unit, spans } }: { readonly series: OpenSeries }) {
  const filled = spans.filter(({ source, target }) => source !== '0' || target !== '0')
  return (
    <details class="span-table">
      <summary>The same as a table</summary>
      <table class="figure-table">
        <TableHead
          titles={[unit === 'day' ? 'Date' : `First day of the ${unit}`, 'Source', 'Target']}
          numbers={['Source', 'Target']}
        />
        <tbody>
          {filled.map(({ from, source, target }) => (
            <tr key={from}>
              <th scope="row" class="count">
                {from}
              </th>
              <td class="number amount">{amountText(source, currency)}</td>
              <td class="number amount">{amountText(target, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
