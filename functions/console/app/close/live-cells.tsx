import type { NewestPeriod } from '@tallystick/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { amountText, currencyText } from '../../parts/amount-text.ts'
import { counted } from '../../parts/plain-words.ts'
import { failureText } from '../failure-text.ts'
import { client } from '../session.ts'
import { type Asked, useCall } from '../use-call.ts'
import { unexplainedOf } from './newest-figures.ts'
import { takeTurns } from './take-turns.ts'

interface LiveCellsProps {
  readonly newest: NewestPeriod
}

/** What only the items with their decisions tell: asked once the row comes into view, one row after the other. */
export function LiveCells({ newest: { id, runId, revision } }: LiveCellsProps) {
  const place = useRef<HTMLTableCellElement>(null)
  const isSeen = useSeen(place)
  const asked = useCall(`live ${id} ${revision} ${isSeen}`, async (signal) =>
    isSeen && runId !== null ? inTurn(signal, () => askFigures(id, signal)) : undefined,
  )
  const { value, error } = asked
  const unknown = <span class="soft">{runId === null || error !== undefined ? '–' : '…'}</span>
  return (
    <>
      <td data-label="Unexplained" class="end" ref={place}>
        {error !== undefined ? (
          <Failed asked={asked} />
        ) : value === undefined ? (
          unknown
        ) : (
          <UnexplainedAmounts {...value} />
        )}
      </td>
      <td data-label="Oldest">
        {error !== undefined || value === undefined ? (
          unknown
        ) : value.oldest === undefined ? (
          <span class="soft">none</span>
        ) : (
          <a href={`/app/periods/${id}?step=items`}>{counted(value.oldest.ageDays, 'day')}</a>
        )}
      </td>
    </>
  )
}

// Each of them costs the service a fold or two.
const inTurn = takeTurns()

async function askFigures(id: string, signal: AbortSignal) {
  const proof = await client().periods.proof(id, { signal })
  const page = await client()
    .periods.items(id, { state: 'undecided', sort: 'age', limit: 1 }, { signal })
    .pages()
    .next()
  return { ...unexplainedOf(proof), oldest: page.done === false ? page.value.items[0] : undefined }
}

/** Whether the element has been in view. */
function useSeen(place: { readonly current: Element | null }): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isSeen
}

function Failed({ asked: { error, reload } }: { readonly asked: Pick<Asked<unknown>, 'error' | 'reload'> }) {
  const { title, detail } = failureText(error)
  return (
    <>
      <span class="state bad">{title}</span>
      <span class="small soft under of-file">{detail}</span>
      <button type="button" class="quiet small" onClick={reload}>
        Try again
      </button>
    </>
  )
}

function UnexplainedAmounts({ amounts, unbalanced }: ReturnType<typeof unexplainedOf>) {
  const all = Object.entries(amounts)
  const unexplained = all.filter(([, amount]) => amount !== '0')
  const currencies = unbalanced.map(currencyText).join(', ')
  return (
    <>
      {unexplained.map(([currency, amount]) => (
        <div key={currency} class="amount bad">
          {amountText(amount, currency)}
        </div>
      ))}
      {unbalanced.length > 0 ? (
        <span class="soft">{all.length === 0 ? 'no balance yet' : `no balance yet in ${currencies}`}</span>
      ) : all.length === 0 ? (
        <span class="soft">–</span>
      ) : (
        unexplained.length === 0 && <span class="amount good">0.00</span>
      )}
    </>
  )
}
