import { scaleLinear } from 'd3-scale'
import { useRef } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { currencyText } from '../parts/amount-text.ts'
import { localeAmount } from '../parts/locale-text.ts'
import { anchorOf, type TickScale, ticksWithRoom, tickText } from './chart-ticks.ts'
import { type BarRow, currenciesOf, totalRows } from './total-rows.ts'
import { useWidth } from './use-width.ts'

export function TotalBars({ totals }: { readonly totals: RunOverview['totals'] }) {
  const currencies = currenciesOf(totals)
  return (
    <section class="card totals">
      <h2>Totals</h2>
      {currencies.length > 0 && (
        <p class="small soft bar-hint">Of two bars the upper is the source, the lower the target.</p>
      )}
      {currencies.length === 0 && <p class="soft">No record has an amount.</p>}
      {currencies.map((currency) => (
        <CurrencyTotals key={currency} currency={currency} rows={totalRows(totals, currency)} />
      ))}
    </section>
  )
}

interface CurrencyRequest {
  readonly currency: string
  readonly rows: readonly BarRow[]
}

function CurrencyTotals({ currency, rows }: CurrencyRequest) {
  const lengths = rows.flatMap(({ source = '0', target = '0', between }) =>
    [source, target, between?.amount ?? '0'].map(Number),
  )
  const scale = scaleLinear()
    .domain([Math.min(0, ...lengths), Math.max(0, ...lengths)])
    .nice(4)
    .range([0, 100])
  return (
    <table class="figure-table bar-table">
      <caption>{currencyText(currency)}</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" class="bar-column">
            <span class="hidden">Bar</span>
            <Ticks scale={scale} />
          </th>
          <th scope="col" class="number">
            Source
          </th>
          <th scope="col" class="number">
            Target
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TotalRow key={row.label} row={row} currency={currency} scale={scale} />
        ))}
      </tbody>
    </table>
  )
}

type Scale = (value: number) => number

interface RowRequest {
  readonly row: BarRow
  readonly currency: string
  readonly scale: Scale
}

function TotalRow({ row: { label, kind, source, target, between }, currency, scale }: RowRequest) {
  const bars = [source, target, between?.amount].filter((amount) => amount !== undefined).map(Number)
  return (
    <tr>
      <th scope="row">
        <span class={`key ${kind}`} aria-hidden="true" />
        {label}
      </th>
      <td class="bar-column">
        <svg class="bars" width="100%" height="22" aria-hidden="true">
          <line class="zero" x1={`${scale(0)}%`} x2={`${scale(0)}%`} y1="0" y2="22" />
          {bars.map((value, place) => (
            <Bar key={place} kind={kind} from={scale(0)} to={scale(value)} y={bars.length === 1 ? 7 : 2 + 10 * place} />
          ))}
        </svg>
      </td>
      {between === undefined ? (
        [source, target].map((amount = '0', place) => (
          <td key={place} class="number amount">
            {localeAmount(amount, currency)}
          </td>
        ))
      ) : (
        <td class="number amount" colSpan={2}>
          {localeAmount(between.amount, currency)} <span class="small soft">{between.words}</span>
        </td>
      )}
    </tr>
  )
}

interface BarRequest {
  readonly kind: string
  readonly from: number
  readonly to: number
  readonly y: number
}

/** A bar. An amount other than zero is always visible. */
const Bar = ({ kind, from, to, y }: BarRequest) => {
  const width = from === to ? 0 : Math.max(0.4, Math.abs(to - from))
  return <rect class={`bar ${kind}`} x={`${Math.min(from, to)}%`} width={`${width}%`} y={y} height="8" rx="1.5" />
}

/** The width on paper, and before the real width is known. */
const usualWidth = 240

function Ticks({ scale }: { readonly scale: TickScale }) {
  const frame = useRef<HTMLDivElement>(null)
  const ticks = ticksWithRoom(scale, useWidth(frame) || usualWidth)
  return (
    <div ref={frame}>
      <svg class="ticks" width="100%" height="16" aria-hidden="true">
        {ticks.map((tick) => (
          <text key={tick} x={`${scale(tick)}%`} y="12" text-anchor={anchorOf(scale(tick))}>
            {tickText(tick)}
          </text>
        ))}
      </svg>
    </div>
  )
}
