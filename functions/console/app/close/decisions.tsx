import type { DecisionRecord } from '@tallystick/client'
import { codeText, counted, timeText } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { MoreButton } from '../more-button.tsx'
import { useAction, useList } from '../use-call.ts'
import type { CloseCalls } from './close-calls.ts'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'

/** Every decision of the period, the last one first; one that stands can be taken back by a following one. */
export function Decisions(props: StepProps) {
  const { period } = props
  const close = useClose()
  const list = useList(`decisions ${period.id} ${period.revision}`, (signal) => close.decisions(period.id, signal))
  if (list.items.length === 0 && list.error === undefined) return null
  return (
    <details class="app-part unfolds">
      <summary>Decisions</summary>
      <ul class="decision-list">
        {list.items.map((decision) => (
          <DecisionLine key={decision.id} decision={decision} {...props} />
        ))}
      </ul>
      <FailureNotice error={list.error} onRetry={list.reload} />
      <MoreButton list={list} />
    </details>
  )
}

interface DecisionLineProps extends StepProps {
  readonly decision: DecisionRecord
}

function DecisionLine({ decision, period, onChanged }: DecisionLineProps) {
  const { id, kind, items = [], state, lapsed, label, reason, note, actor, time } = decision
  const action = useAction()
  const close = useClose()
  const isOpen = period.state === 'open'
  const canApprove = isOpen && state === 'proposed' && close.mayDo('items:approve') && actor !== close.actor()
  const canReopen = isOpen && close.mayDo('items:decide') && canTakeBack(decision)
  const change = (work: () => Promise<unknown>): void =>
    void action.run(async () => {
      await work()
      onChanged()
    })
  return (
    <li>
      <strong>{codeText(kind)}</strong> {items.length > 0 && counted(items.length, 'item')}{' '}
      {label !== undefined && <code class="of-file">{label}</code>}{' '}
      <span class="of-file">{[reason, note].filter((text) => text !== undefined).join(' · ')}</span>{' '}
      <span class={state === 'lapsed' ? 'state warn' : 'state'}>{lapsed === null ? state : `${state}: ${lapsed}`}</span>{' '}
      <span class="small soft">{timeText(time)}</span>
      {canApprove && (
        <button
          type="button"
          class="quiet small"
          disabled={action.isBusy}
          onClick={() => change(() => close.approveDecision(period, id))}
        >
          Approve
        </button>
      )}
      {canReopen && (
        <button
          type="button"
          class="quiet small"
          disabled={action.isBusy}
          onClick={() => change(() => close.decide(period, [{ kind: 'reopen', follows: id }]))}
        >
          Take back
        </button>
      )}
      {state === 'lapsed' && isOpen && close.mayDo('items:decide') && (
        <button
          type="button"
          class="quiet small"
          disabled={action.isBusy}
          onClick={() => change(() => close.decide(period, [{ kind: 'acknowledge', follows: id }]))}
        >
          Seen
        </button>
      )}
      <FailureNotice error={action.error} />
    </li>
  )
}

/** The last decision of whoever is signed in that can be taken back; undefined without one among the newest. */
export async function lastOwnDecision(close: CloseCalls, periodId: string): Promise<string | undefined> {
  const page = await close.decisions(periodId).pages().next()
  const newest = page.done === false ? page.value.items : []
  return newest.find((each) => each.actor === close.actor() && canTakeBack(each))?.id
}

const canTakeBack = ({ kind, state }: DecisionRecord): boolean =>
  (state === 'effective' || state === 'proposed') && isUndone(kind)

const isUndone = (kind: DecisionRecord['kind']): boolean =>
  kind !== 'comment' && kind !== 'assign' && kind !== 'reopen' && kind !== 'acknowledge' && kind !== 'approve'
