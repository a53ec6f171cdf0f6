import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { typedAmount } from '../engine-worker/typed-amount.ts'

interface TextRequest {
  readonly label: string
  readonly hint?: string
  readonly isAmount?: true
  readonly value: string
  readonly onText: (text: string) => void
}

const pauseMilliseconds = 180

/** A field whose text takes effect when the typing pauses. An unreadable amount is marked and filters nothing. */
export function TextFilter({ label, hint, isAmount, value, onText }: TextRequest) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useRef(onText)
  tell.current = onText
  // `value` changed from outside: the visitor went back, or cleared the filter.
  if (value !== told.current) {
    told.current = value
    setTyped(value)
  }
  useEffect(() => {
    if (typed === told.current) return undefined
    const timer = setTimeout(() => {
      told.current = typed
      tell.current(typed)
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [typed])
  const isWrong = isAmount === true && typed.trim() !== '' && typedAmount(typed) === undefined
  return (
    <div class={isAmount ? 'filter amount-filter' : 'filter text-filter'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        inputMode={isAmount ? 'decimal' : 'search'}
        placeholder={hint}
        value={typed}
        aria-invalid={isWrong}
        {...(isWrong && { 'aria-describedby': `${id}-wrong` })}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {isAmount && (
        <p id={`${id}-wrong`} class="filter-wrong" role="status">
          {isWrong && 'No amount: write 1000 or 1000.50'}
        </p>
      )}
    </div>
  )
}
