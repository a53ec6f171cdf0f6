import { signoffTexts } from '@tallystick/audit/report/period-words'
import { useState } from 'preact/hooks'
import { shortHash, timeText } from '../../parts/plain-words.ts'
import { DownloadButton } from '../download-button.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'
import { NotRun } from './not-run.tsx'
import type { StepProps } from './step-props.ts'
import { Submit } from './submit.tsx'
import { useClose } from './use-close.ts'

/** Who prepared and who approved the period, and what they signed. */
export function SignoffStep(props: StepProps) {
  const { period } = props
  if (period.runId === null) return <NotRun periodId={period.id} />
  return (
    <>
      {period.state === 'open' && <Submit {...props} />}
      {period.state === 'submitted' && <Approve {...props} />}
      {period.state === 'closed' && <Reopen {...props} />}
      <Steps {...props} />
      <Downloads {...props} />
    </>
  )
}

function Approve({ period, onChanged }: StepProps) {
  const action = useAction()
  const close = useClose()
  const { takeBack } = close
  const root = period.signoffs.at(-1)?.root ?? ''
  const [reason, setReason] = useState('')
  const change = (work: () => Promise<unknown>): void =>
    void action.run(async () => {
      await work()
      onChanged()
    })
  if (!close.mayDo('items:approve'))
    return <p class="notice app-notice">The period waits for the approval of somebody else.</p>
  return (
    <section class="card">
      <p>
        What is approved has the root <code title={root}>{shortHash(root)}</code>. Look at the{' '}
        <a href={`${close.periodPath(period.id)}?step=items`}>breaks</a>, the{' '}
        <a href={`${close.periodPath(period.id)}?step=balances`}>balances</a> and the report first.
      </p>
      <FailureNotice error={action.error} />
      <p class="actions">
        <button type="button" disabled={action.isBusy} onClick={() => change(() => close.approve(period, root))}>
          {action.isBusy ? 'Signing …' : 'Approve and close'}
        </button>
        {takeBack !== undefined && (
          <button type="button" class="quiet" disabled={action.isBusy} onClick={() => change(() => takeBack(period))}>
            Take the submission back
          </button>
        )}
      </p>
      <ReasonForm
        label="Or why it goes back"
        button="Reject"
        reason={reason}
        onReason={setReason}
        isBusy={action.isBusy}
        onSubmit={() => change(() => close.reject(period, reason.trim()))}
      />
    </section>
  )
}

function Reopen({ period, onChanged }: StepProps) {
  const action = useAction()
  const [reason, setReason] = useState('')
  const close = useClose()
  if (!close.mayDo('items:approve')) return null
  return (
    <details class="card unfolds">
      <summary>Reopen it</summary>
      <p class="small soft">What was signed stays as it is; the next edition begins beside it.</p>
      <ReasonForm
        label="Why"
        button="Reopen"
        reason={reason}
        onReason={setReason}
        isBusy={action.isBusy}
        onSubmit={() =>
          void action.run(async () => {
            await close.reopen(period, reason.trim())
            onChanged()
          })
        }
      />
      <FailureNotice error={action.error} />
    </details>
  )
}

interface ReasonFormProps {
  readonly label: string
  readonly button: string
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly isBusy: boolean
  readonly onSubmit: () => void
}

const ReasonForm = ({ label, button, reason, onReason, isBusy, onSubmit }: ReasonFormProps) => (
  <form
    class="actions"
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    <label class="field">
      {label}
      <input required maxLength={400} value={reason} onInput={({ currentTarget }) => onReason(currentTarget.value)} />
    </label>
    <button type="submit" class="quiet" disabled={isBusy}>
      {button}
    </button>
  </form>
)

function Steps({ period: { signoffs } }: StepProps) {
  if (signoffs.length === 0) return null
  return (
    <section class="app-part">
      <h2>Signed</h2>
      <ol class="signed">
        {signoffs.map(({ act, time, name, reason, root, edition }) => (
          <li key={`${edition} ${act} ${time}`}>
            <strong class="of-file">{name}</strong> {signoffTexts[act]} edition {edition}, {timeText(time)}
            {reason !== null && <span class="of-file">: {reason}</span>}{' '}
            {root !== null && (
              <code class="small soft" title={root}>
                {shortHash(root)}
              </code>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Downloads({ period: { id, name, edition, signoffs } }: StepProps) {
  const close = useClose()
  const { packOfEdition } = close
  const earlier = signoffs.filter((each) => each.act === 'approve' && each.edition < edition)
  return (
    <section class="app-part">
      <h2>To keep</h2>
      <p class="actions">
        <DownloadButton label="Report for print" name={`report-${name}.html`} read={() => close.reportPage(id)} />
        <DownloadButton label="Report as workbook" name={`report-${name}.xlsx`} read={() => close.reportWorkbook(id)} />
        <DownloadButton label="Journal of adjustments" name={`journal-${name}.csv`} read={() => close.journal(id)} />
        {close.mayDo('evidence:read') && (
          <DownloadButton label="Pack of the period" name={packName(name, edition)} read={() => close.pack(id)} />
        )}
        {packOfEdition !== undefined &&
          earlier.map((each) => (
            <DownloadButton
              key={each.edition}
              label={`Pack of edition ${each.edition}`}
              name={packName(name, each.edition)}
              read={() => packOfEdition(id, each.edition)}
            />
          ))}
      </p>
    </section>
  )
}

/** As the command line names it. */
const packName = (name: string, edition: number): string => (edition === 1 ? `${name}.zip` : `${name}.${edition}.zip`)
