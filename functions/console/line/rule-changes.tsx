import type { BreakLine } from '@tallystick/engine/result'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { ChangeChoice } from '../engine-worker/line-detail-types.ts'
import { noChangeWords } from './no-change-words.ts'
import { TrialReport } from './trial-report.tsx'
import { UseRules } from './use-rules.tsx'
import { type TrialState, useTrials } from './use-trials.ts'
import './rule-changes.css'

interface ChangesRequest {
  readonly run: RunOverview
  readonly changes: readonly ChangeChoice[]
  readonly line: BreakLine
}

export function RuleChanges({ run, changes, line }: ChangesRequest) {
  const { states, start, end } = useTrials(run, changes)
  if (changes.length === 0)
    return (
      <section>
        <h3>Which rule would take it</h3>
        <p class="small">No change of one rule was found that takes these records. {noChangeWords(line)}</p>
      </section>
    )
  return (
    <section>
      <h3>{changes.length === 1 ? 'A change that would take it' : 'Changes that would take it'}</h3>
      <p class="small soft">Tried on all records, on your machine: nothing changes until you use the rules.</p>
      <ul class="rule-changes">
        {changes.map((change, index) => (
          <ChangeCard
            key={change.sentence}
            run={run}
            change={change}
            state={states.get(index)}
            onTry={() => start(index)}
            onCancel={end}
          />
        ))}
      </ul>
    </section>
  )
}

interface CardRequest {
  readonly run: RunOverview
  readonly change: ChangeChoice
  readonly state: TrialState | undefined
  readonly onTry: () => void
  readonly onCancel: () => void
}

function ChangeCard({ run, change, state, onTry, onCancel }: CardRequest) {
  return (
    <li class="rule-change">
      <p class="of-file">{change.sentence}</p>
      {change.kind === 'criterion_dropped' && (
        <p class="small soft">This drops a comparison altogether: look well at what else the rule then matches.</p>
      )}
      {state === undefined && <TryButton label="Try it" onTry={onTry} />}
      {state !== undefined && <TrialOf state={state} onTry={onTry} onCancel={onCancel} />}
      <UseRules run={run} policy={change.policy} />
    </li>
  )
}

const TryButton = ({ label, onTry }: { readonly label: string; readonly onTry: () => void }) => (
  <button type="button" class="quiet small-button" onClick={onTry}>
    {label}
  </button>
)

interface TrialOfRequest extends Pick<CardRequest, 'onTry' | 'onCancel'> {
  readonly state: TrialState
}

function TrialOf({ state, onTry, onCancel }: TrialOfRequest) {
  switch (state.kind) {
    case 'trying':
      return (
        <div class="trying" role="status">
          <p class="small">{state.progress.step} …</p>
          <progress value={state.progress.ratio} max={1} aria-label="The rules are tried" />
          <button type="button" class="quiet small-button" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )
    case 'done':
      return <TrialReport trial={state.trial} />
    case 'refused':
      return (
        <div class="notice fault" role="alert">
          <p>These rules cannot be run as they are. Use them, and correct what is said here:</p>
          {state.faults.map(({ pointer, detail }) => (
            <p key={pointer} class="small">
              {pointer !== '' && <code>{pointer}</code>} {detail}
            </p>
          ))}
        </div>
      )
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
