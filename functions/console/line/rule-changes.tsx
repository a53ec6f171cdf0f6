import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { ChangeChoice, ChangesEnd, LinePlace } from '../engine-worker/line-detail-types.ts'
import { TrialReport } from './trial-report.tsx'
import { type ChangesState, useChanges } from './use-changes.ts'
import { UseRules } from './use-rules.tsx'
import './rule-changes.css'

interface ChangesRequest {
  readonly run: RunOverview
  readonly place: LinePlace
}

/** The changes of one rule that would take a break, each tried on the whole run before it is offered. */
export function RuleChanges({ run, place }: ChangesRequest) {
  const { state, start, end } = useChanges(run, place)
  return (
    <section>
      <h3>
        {state.kind === 'done' && state.choices.length > 1
          ? 'Changes that would take it'
          : 'A change that would take it'}
      </h3>
      <StateOfChanges run={run} state={state} onTry={start} onCancel={end} />
    </section>
  )
}

interface StateRequest extends Pick<ChangesRequest, 'run'> {
  readonly state: ChangesState
  readonly onTry: () => void
  readonly onCancel: () => void
}

function StateOfChanges({ run, state, onTry, onCancel }: StateRequest) {
  switch (state.kind) {
    case 'unasked':
      return (
        <p class="small">
          Changes of the rule are tried on all records, which takes some runs.{' '}
          <TryButton label="Look for one" onTry={onTry} />
        </p>
      )
    case 'trying':
      return (
        <div class="trying" role="status">
          <p class="small">Trying changes on all records: {state.progress.step} …</p>
          <progress value={state.progress.ratio} max={1} aria-label="Changes are tried" />
          <button type="button" class="quiet small-button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )
    case 'done':
      return <FoundChanges run={run} found={state} />
    case 'cancelled':
      return (
        <p class="small" role="status">
          The try was ended: nothing has changed. <TryButton label="Try it again" onTry={onTry} />
        </p>
      )
    default:
      return (
        <div class="notice fault" role="alert">
          <p>The try broke off: {state.detail}</p>
          <TryButton label="Try it again" onTry={onTry} />
        </div>
      )
  }
}

const TryButton = ({ label, onTry }: { readonly label: string; readonly onTry: () => void }) => (
  <button type="button" class="quiet small-button" onClick={onTry}>
    {label}
  </button>
)

interface FoundRequest extends Pick<ChangesRequest, 'run'> {
  readonly found: Extract<ChangesEnd, { readonly kind: 'done' }>
}

function FoundChanges({ run, found: { choices, note } }: FoundRequest) {
  const why = note !== null && <p class="small">{note}</p>
  if (choices.length === 0)
    return (
      <div role="status">
        <p class="small">No change of one rule was found that takes these records.</p>
        {why}
      </div>
    )
  return (
    <>
      <p class="small soft">Tried on all records, on your machine: nothing changes until you use the rules.</p>
      <ul class="rule-changes">
        {choices.map((change) => (
          <ChangeCard key={change.sentence} run={run} change={change} />
        ))}
      </ul>
      {why}
    </>
  )
}

const ChangeCard = ({ run, change }: Pick<ChangesRequest, 'run'> & { readonly change: ChangeChoice }) => (
  <li class="rule-change">
    <p class="of-file">{change.sentence}</p>
    {change.kind === 'criterion_dropped' && (
      <p class="small soft">This drops a comparison altogether: look well at what else the rule then matches.</p>
    )}
    <TrialReport trial={change.trial} />
    <UseRules run={run} policy={change.policy} />
  </li>
)
