import type { DecisionRecord } from '@tallystick/client'
import { codeText, counted, timeText } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { MoreButton } from '../more-button.tsx'
import { actorId, client, mayDo } from '../session.ts'
import { useAction, useList } from '../use-call.ts'
import type { StepProps } from './step-props.ts'

/** Every decision of the period, the last one first; one that stands can be taken back by a following one. */
export function Decisions(props: StepProps) {
  const { period } = props
  const list = useList(`decisions ${period.id} ${period.revision}`, (signal) =>
    client().periods.decisions(period.id, { limit: 50 }, { signal }),
  )
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
  const isOpen = period.state === 'open'
  const canApprove = isOpen && state === 'proposed' && mayDo('items:approve') && actor !== actorId.value
  const canReopen = isOpen && mayDo('items:decide') && canTakeBack(decision)
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
          onClick={() => change(() => client().periods.approveDecision(period.id, id))}
        >
          Approve
        </button>
      )}
      {canReopen && (
        <button
          type="button"
          class="quiet small"
          disabled={action.isBusy}
          onClick={() => change(() => client().periods.decide(period, [{ kind: 'reopen', follows: id }]))}
        >
          Take back
        </button>
      )}
      {state === 'lapsed' && isOpen && mayDo('items:decide') && (
        <button
          type="button"
          class="quiet small"
          disabled={action.isBusy}
          onClick={() => change(() => client().periods.decide(period, [{ kind: 'acknowledge', follows: id }]))}
        >
          Seen
        </button>
      )}
      <FailureNotice error={action.error} />
    </li>
  )
}

/** The last decision of whoever is signed in that can be taken back; undefined without one among the newest. */
export async function lastOwnDecision(periodId: string): Promise<string | undefined> {
  const page = await client().periods.decisions(periodId, { limit: 50 }).pages().next()
  const newest = page.done === false ? page.value.items : []
  return newest.find((each) => each.actor === actorId.value && canTakeBack(each))?.id
}

const canTakeBack = ({ kind, state }: DecisionRecord): boolean =>
  (state === 'effective' || state === 'proposed') && isUndone(kind)

const isUndone = (kind: DecisionRecord['kind']): boolean =>
  kind !== 'comment' && kind !== 'assign' && kind !== 'reopen' && kind !== 'acknowledge' && kind !== 'approve'
