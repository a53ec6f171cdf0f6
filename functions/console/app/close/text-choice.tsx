import { useEffect, useId, useRef, useState } from 'preact/hooks'
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
  const field = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  // Preact gives a field with a value of its own that value at each render, whatever is typed meanwhile.
  useEffect(() => {
    if (field.current !== null) field.current.value = value
    setWrong(false)
  }, [value])
  const isTaken = (text: string): boolean => isAmount !== true || text === '' || amountMinOf(text) !== undefined
  return (
    <label class="field">
      {label}
      <input
        ref={field}
        type="search"
        inputMode={isAmount ? 'decimal' : 'search'}
        placeholder={placeholder}
        aria-invalid={isWrong}
        {...(isWrong && { 'aria-describedby': id })}
        onInput={({ currentTarget }) => setWrong(!isTaken(currentTarget.value.trim()))}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value.trim()
          if (isTaken(text)) onChoose(text)
        }}
      />
      {isWrong && (
        <span id={id} class="small fault-text" role="status">
          Write 1000 or 1000.50, without a sign
        </span>
      )}
    </label>
  )
}
