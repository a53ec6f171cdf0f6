/** Fields for amounts as people type them. */

interface AmountFieldProps {
  readonly isOptional?: boolean
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
}

export const AmountField = ({ label, value, onInput, isOptional = false }: AmountFieldProps) => (
  <label class="field">
    {label}
    <input
      required={!isOptional}
      inputMode="decimal"
      autocomplete="off"
      value={value}
      placeholder="1234.50"
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)

interface CurrencyFieldProps {
  readonly value: string
  readonly onInput: (currency: string) => void
}

export const CurrencyField = ({ value, onInput }: CurrencyFieldProps) => (
  <label class="field">
    Currency
    <input
      required
      pattern="[A-Z]{3}"
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value.toUpperCase())}
    />
  </label>
)
