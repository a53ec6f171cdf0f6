import type { ProofRecord } from '@tallystick/client'
import type { Side } from '@tallystick/engine/record'
import { useState } from 'preact/hooks'
import { currencyText } from '../../parts/amount-text.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction, useCall } from '../use-call.ts'
import { AmountField, CurrencyField } from './amount-fields.tsx'
import { typedDecimal } from './chosen-items.ts'
import { NotRun } from './not-run.tsx'
import { useOwnCurrency } from './own-currency.ts'
import { type Proof, ProofTable, RollForwardTable } from './proof-table.tsx'
import { balanceWords, sidesOf, sideWordsOf } from './side-words.ts'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'

/** The closing balances, and the table that explains their difference. */
export function BalancesStep(props: StepProps) {
  const { period, reconciliation } = props
  const currency = useOwnCurrency(reconciliation)
  const close = useClose()
  const { value, error, reload } = useCall(`proof ${period.id} ${period.revision}`, (signal) =>
    close.proof(period.id, signal),
  )
  if (value === null) return <NotRun periodId={period.id} />
  const isOpen = period.state === 'open' && close.mayDo('periods:write')
  return (
    <>
      <FailureNotice error={error} onRetry={reload} />
      {value === undefined && error === undefined && <p aria-busy="true">Asking for the proof …</p>}
      {value?.proofs.map((proof) => (
        <CurrencyProof
          key={proof.currency}
          missing={missingIn(value, proof, reconciliation)}
          {...{ proof, isOpen }}
          {...props}
        />
      ))}
      {value !== undefined && value.proofs.length === 0 && isOpen && currency !== undefined && (
        <BalanceForm currency={currency} isFree {...props} />
      )}
      {value !== undefined && value.rollForward.length > 0 && (
        <RollForwardTable rows={value.rollForward} terms={reconciliation} />
      )}
    </>
  )
}

/** The sides whose closing balance in this currency nobody has given. */
const missingIn = (
  { faults }: Pick<ProofRecord, 'faults'>,
  { currency }: Proof,
  terms: StepProps['reconciliation'],
): readonly Side[] =>
  sidesOf(terms).filter((side) =>
    faults.some(({ code, pointer }) => code === 'balance_missing' && pointer === `/closing/${side}/${currency}`),
  )

interface CurrencyProofProps extends StepProps {
  readonly proof: Proof
  readonly missing: readonly Side[]
  readonly isOpen: boolean
}

function CurrencyProof({ proof, missing, isOpen, ...props }: CurrencyProofProps) {
  const isProven = proof.unexplained === '0' && missing.length === 0
  const words = sideWordsOf(props.reconciliation)
  const state = missing.length > 0 ? 'a balance is missing' : isProven ? 'proven to the cent' : 'not explained'
  return (
    <section class="app-part">
      <h2>
        {currencyText(proof.currency)} <span class={isProven ? 'state good' : 'state warn'}>{state}</span>
      </h2>
      {missing.map((side) => (
        <p key={side} class="notice app-notice">
          The closing balance {balanceWords[words[side]]} is missing, and counts as 0 below.
        </p>
      ))}
      <ProofTable proof={proof} />
      {isOpen && <BalanceForm currency={proof.currency} {...props} />}
      {isOpen && proof.unexplained !== '0' && <ReasonForm currency={proof.currency} {...props} />}
    </section>
  )
}

interface BalanceFormProps extends StepProps {
  readonly currency: string
  /** Whether another currency can be typed. */
  readonly isFree?: boolean
}

function BalanceForm({ currency: given, isFree = false, period, reconciliation, onChanged }: BalanceFormProps) {
  const [currency, setCurrency] = useState(given)
  const [statement, setStatement] = useState('')
  const [books, setBooks] = useState('')
  const { isBusy, error, run } = useAction()
  const close = useClose()
  const words = sideWordsOf(reconciliation)
  const amountOf = (side: 'source' | 'target') => {
    const typed = { statement, books }[words[side]]
    return typed.trim() === '' ? {} : { [currency]: typedDecimal(typed) }
  }
  const keep = async (): Promise<void> => {
    await close.setBalances(period, { closing: { source: amountOf('source'), target: amountOf('target') } })
    onChanged()
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(keep)
      }}
    >
      <div class="form-grid">
        <AmountField label="Closing balance by the statement" value={statement} onInput={setStatement} isOptional />
        <AmountField label="Closing balance by your books" value={books} onInput={setBooks} isOptional />
        {isFree && <CurrencyField value={currency} onInput={setCurrency} />}
      </div>
      <FailureNotice error={error} />
      <p class="actions">
        <button type="submit" class="quiet" disabled={isBusy || (statement.trim() === '' && books.trim() === '')}>
          {isBusy ? 'Keeping them …' : 'Keep the balances'}
        </button>
      </p>
    </form>
  )
}

/** Why an amount stays unexplained: without a reason the period cannot be submitted. */
function ReasonForm({ currency, period, onChanged }: StepProps & { readonly currency: string }) {
  const [reason, setReason] = useState('')
  const close = useClose()
  const { isBusy, error, run } = useAction()
  const keep = async (): Promise<void> => {
    const closing = { source: {}, target: {} }
    await close.setBalances(period, { closing, reasons: { [currency]: reason.trim() } })
    onChanged()
  }
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault()
        void run(keep)
      }}
    >
      <label class="field">
        Why this stays unexplained
        <input
          required
          maxLength={400}
          value={reason}
          placeholder="Rounding of the bank"
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <button type="submit" class="quiet" disabled={isBusy}>
        {isBusy ? 'Keeping it …' : 'Keep the reason'}
      </button>
      <FailureNotice error={error} />
    </form>
  )
}
