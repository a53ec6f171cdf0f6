interface PassphraseProps {
  readonly value: string
  readonly onInput: (value: string) => void
  /** Whether the passphrase is that of a copy, and not one for a new copy, which may be left empty. */
  readonly isOfCopy?: boolean
}

export const PassphraseField = ({ value, onInput, isOfCopy = false }: PassphraseProps) => (
  <label class="field">
    {isOfCopy ? 'Its passphrase' : 'Passphrase, to save a copy of your key'}
    <input
      type="password"
      required={isOfCopy}
      minLength={isOfCopy ? 1 : 12}
      maxLength={200}
      autocomplete={isOfCopy ? 'current-password' : 'new-password'}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)
