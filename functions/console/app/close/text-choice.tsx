import { useEffect, useId, useState } from 'preact/hooks'
import { amountMinOf } from './chosen-items.ts'

interface TextChoiceProps {
  readonly label: string
  readonly placeholder: string
  readonly isAmount?: true
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** A field whose text takes effect when it is left, or at Enter. What is no amount is marked and changes nothing. */
export function TextChoice({ label, placeholder, isAmount, value, onChoose }: TextChoiceProps) {
  const id = useId()
  // Preact gives a field its `value` again at each render, so that what is being typed must be that value.
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const isWrong = isAmount === true && typed.trim() !== '' && amountMinOf(typed) === undefined
  return (
    <label class="field">
      {label}
      <input
        type="search"
        inputMode={isAmount ? 'decimal' : 'search'}
        value={typed}
        placeholder={placeholder}
        aria-invalid={isWrong}
        {...(isWrong && { 'aria-describedby': id })}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={() => !isWrong && onChoose(typed.trim())}
      />
      {isWrong && (
        <span id={id} class="small fault-text" role="status">
          Write 1000 or 1000.50, without a sign
        </span>
      )}
    </label>
  )
}
