import type { ProofRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { counted } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction, useCall } from '../use-call.ts'
import { NotRun } from './not-run.tsx'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'

/** What prevents a submission is listed before it is tried. */
export function Submit({ period, onChanged }: Pick<StepProps, 'period' | 'onChanged'>) {
  const close = useClose()
  const { value, error, reload } = useCall(`proof ${period.id} ${period.revision}`, (signal) =>
    close.proof(period.id, signal),
  )
  const action = useAction()
  /** The revision from which the period was run again; the page reads the next one after it. */
  const [ranFrom, setRanFrom] = useState<number | undefined>()
  const submit = (): void =>
    void action.run(async () => {
      try {
        if ((await close.submit(period)) === 'run again') setRanFrom(period.revision)
      } finally {
        onChanged()
      }
    })
  if (value === null) return <NotRun periodId={period.id} />
  if (value === undefined)
    return error === undefined ? (
      <p aria-busy="true">Asking what is missing …</p>
    ) : (
      <FailureNotice error={error} onRetry={reload} />
    )
  return (
    <section class="card">
      {value.faults.length === 0 ? (
        <p>
          <span class="state good">complete</span> Nothing that has to be decided is undecided, and the balances are
          explained.
        </p>
      ) : (
        <>
          <h2>What is missing</h2>
          <Missing faults={value.faults} periodId={period.id} />
        </>
      )}
      {ranFrom !== undefined && ranFrom !== period.revision && (
        <p class="notice app-notice" role="status">
          The period was run again over what was decided since. Look at what it says now, then submit it.
        </p>
      )}
      <FailureNotice error={action.error} />
      {close.mayDo('periods:write') && (
        <p class="actions">
          <button
            type="button"
            disabled={action.isBusy || ranFrom === period.revision || value.faults.length > 0}
            onClick={submit}
          >
            {action.isBusy ? 'Submitting …' : 'Submit for approval'}
          </button>
          <span class="small soft">Somebody who has not worked on it approves it.</span>
        </p>
      )}
    </section>
  )
}

type Fault = ProofRecord['faults'][number]

interface MissingProps {
  readonly faults: readonly Fault[]
  readonly periodId: string
}

/** What is missing by kind, each with the step where it is mended. */
const Missing = ({ faults, periodId }: MissingProps) => (
  <ul>
    {[...Map.groupBy(faults, ({ code }) => code)].map(([code, own]) => (
      <li key={code}>
        <a href={`${useClose().periodPath(periodId)}?step=${missing[code].step}`}>{missing[code].text(own.length)}</a>
      </li>
    ))}
  </ul>
)

interface MissingKind {
  readonly step: string
  readonly text: (count: number) => string
}

const missing: { readonly [code in Fault['code']]: MissingKind } = {
  not_run: { step: 'files', text: () => 'The period was not run.' },
  undecided_item: { step: 'items', text: (count) => `${counted(count, 'item')} undecided` },
  lapsed_decision: { step: 'items', text: (count) => `${counted(count, 'decision')} without an effect any more` },
  proposed_decision: {
    step: 'items',
    text: (count) => `${counted(count, 'decision')} waiting for the approval of somebody else`,
  },
  balance_missing: { step: 'balances', text: (count) => `${counted(count, 'closing balance')} missing` },
  unexplained: { step: 'balances', text: () => 'An unexplained amount without a reason' },
}
