import { periodNamed } from '@tallystick/engine/close'
import type { Side } from '@tallystick/engine/record'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { BoundFields, boundsOf, noBounds } from '../app/close/bound-fields.tsx'
import type { Reconciliation } from '../app/close/close-calls.ts'
import { OpeningForm } from '../app/close/opening-form.tsx'
import { EmptyPlace } from '../app/empty-place.tsx'
import type { NewClose as Begun } from '../engine-worker/own-close-types.ts'
import { sideStates } from '../local-run/local-files.ts'
import { chosenPolicy } from '../local-run/policy-choice.ts'
import { firstCurrency } from '../parts/amount-text.ts'
import { RefusedError } from '../parts/refused-error.ts'
import { askOwn, ownClose } from './own-calls.ts'
import { loadKeys, makeKey, ownKeys, signingKey } from './own-key.ts'
import { PassphraseField } from './passphrase-field.tsx'

/** Begins a close with the two files of the first page, and their rules. */
export function NewClose() {
  const { source, target } = { source: readSide('source'), target: readSide('target') }
  const policy = chosenPolicy.value
  return (
    <>
      <h1>Close a month</h1>
      {source === undefined || target === undefined || policy === undefined ? (
        <EmptyPlace title={source === undefined || target === undefined ? 'Two files first' : 'Rules first'}>
          <p>
            <a href="/">Choose a statement, your books and rules</a>; what is read here stays on your own machine.
          </p>
        </EmptyPlace>
      ) : (
        <BeginForm source={source} target={target} policy={policy} />
      )}
    </>
  )
}

type Sides = { readonly [side in Side]: NonNullable<ReturnType<typeof readSide>> }

function readSide(side: Side) {
  const { file, settings, reading } = sideStates[side].value
  return file === undefined || reading?.ok !== true ? undefined : { file, settings, preview: reading.preview }
}

function BeginForm({ source, target, policy }: Sides & Pick<Begun, 'policy'>) {
  const { route } = useLocation()
  const [name, setName] = useState(`${target.file.name.replace(/\.[^.]*$/, '')}`)
  const [owner, setOwner] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [month, setMonth] = useState((source.preview.summary.period.to ?? '').slice(0, 7))
  const [statement, setStatement] = useState<Side>('source')
  const [bounds, setBounds] = useState(noBounds)
  const sides = { source, target }
  const give = async (opening: Begun['opening']): Promise<void> => {
    const period = periodNamed(month)
    if (period === undefined) throw new RefusedError([`Got ${month} as the month, wanted one such as 2026-03`])
    await loadKeys()
    if (isNobodyHere()) await makeKey(owner.trim(), passphrase)
    if (signingKey.value === undefined) throw new RefusedError(['Choose above who you are'])
    void navigator.storage.persist()
    const files = { source: chosen(source), target: chosen(target) }
    // The balances are of one currency, which the bounds are of as well.
    const typed = Object.fromEntries(Object.keys(opening.balances[statement]).map((currency) => [currency, bounds]))
    const close = { name: name.trim(), period, statement, policy, bounds: boundsOf(typed), opening, files }
    const id = await askOwn((own) => own.begin(close))
    route(`${ownClose.periodPath(id)}?step=items`)
  }
  return (
    <OpeningForm
      reconciliation={termsOf(sides, statement)}
      give={give}
      buttonWords={['Begin the month', 'Reconciling …']}
    >
      <div class="form-grid">
        <TextField label="Name of the account" value={name} onInput={setName} />
        <TextField label="Month, such as 2026-03" value={month} onInput={setMonth} pattern="\d{4}-\d{2}" />
        <label class="field">
          The statement is
          <select
            value={statement}
            onChange={({ currentTarget: { value } }) => setStatement(value === 'target' ? 'target' : 'source')}
          >
            <option value="source">{source.file.name}</option>
            <option value="target">{target.file.name}</option>
          </select>
        </label>
        <BoundFields typed={bounds} onInput={setBounds} />
        {isNobodyHere() && (
          <>
            <TextField label="Your name" value={owner} onInput={setOwner} />
            <PassphraseField value={passphrase} onInput={setPassphrase} />
          </>
        )}
      </div>
    </OpeningForm>
  )
}

/** Whether the browser has no key yet. */
const isNobodyHere = (): boolean => ownKeys.value?.length === 0

const chosen = ({ file, settings }: Sides['source']) => ({ file, settings })

/** What the form has to know of a close that is not there yet. */
function termsOf(sides: Sides, statement: Side): Reconciliation {
  const sideOf = ({ file, settings, preview }: Sides['source']) => ({
    adapter: file.name,
    mapping: settings.mapping ?? null,
    currency: settings.currency ?? firstCurrency(preview.summary.totals) ?? null,
  })
  return {
    ...{ id: 'new', version: 1, name: '', statement, isTurned: false, calendar: 'month', openingRoot: null },
    ...{ materiality: {}, approvalAbove: {}, dueDays: null, agedDays: null },
    ...{ source: sideOf(sides.source), target: sideOf(sides.target) },
  }
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly pattern?: string
}

const TextField = ({ label, value, onInput, pattern = '.*\\S.*' }: TextFieldProps) => (
  <label class="field">
    {label}
    <input
      required
      maxLength={100}
      value={value}
      pattern={pattern}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  </label>
)
