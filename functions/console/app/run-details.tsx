import type { RunRecord } from '@tallystick/client'
import { useLocation } from 'preact-iso'
import { counted, timeText } from '../parts/plain-words.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { ReplayPanel } from './replay-panel.tsx'
import { rulesText } from './rules-choice.ts'
import { RunFigures } from './run-figures.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { useAction } from './use-call.ts'

export function RunDetails({ run }: { readonly run: RunRecord }) {
  return (
    <>
      <RunFigures run={run} />
      {run.warnings.map(({ code, side, detail }) => (
        <p key={`${code} ${side} ${detail}`} class="notice app-notice of-file">
          {detail}
        </p>
      ))}
      <RunFacts run={run} />
      <details class="unfolds">
        <summary>Rules, as they were executed</summary>
        <pre class="rules-shown of-file">{rulesText(run.rules)}</pre>
      </details>
      <ScopeNotice scopes={['runs:write', 'runs:delete']} />
      {mayDo('runs:write') && run.status !== 'cancelled' && <ReplayPanel run={run} />}
      {mayDo('runs:delete') && <DeleteRun run={run} />}
    </>
  )
}

interface Fact {
  readonly name: string
  readonly text: string
  readonly hash?: string | null
}

function RunFacts({ run }: { readonly run: RunRecord }) {
  const { id, sourceAdapter, targetAdapter, source, target, policy, replayOf } = run
  const facts: readonly Fact[] = [
    { name: 'Run', text: id },
    { name: 'Source', text: `${sourceAdapter}, ${counted(source.recordCount, 'record')}`, hash: source.root },
    { name: 'Target', text: `${targetAdapter}, ${counted(target.recordCount, 'record')}`, hash: target.root },
    { name: 'Rules', text: policy.id, hash: policy.hash },
    { name: 'Result root', text: run.resultRoot === null ? '–' : '', hash: run.resultRoot },
    { name: 'Engine', text: run.engineVersion },
    { name: 'Made', text: timeText(run.createdAt) },
    { name: 'Ended', text: timeText(run.completedAt) },
  ]
  return (
    <dl class="facts">
      {facts.map(({ name, text, hash }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span class="of-file">{text}</span> {hash != null && <code class="hash-whole">{hash}</code>}
          </dd>
        </div>
      ))}
      {replayOf !== null && (
        <div>
          <dt>Replay of</dt>
          <dd>
            <a href={`/app/runs/${replayOf}`}>{replayOf}</a>
          </dd>
        </div>
      )}
    </dl>
  )
}

function DeleteRun({ run: { id, name } }: { readonly run: RunRecord }) {
  const { route } = useLocation()
  const { isBusy, error, run } = useAction()
  return (
    <section class="app-part">
      <h2>Delete</h2>
      <p>
        Its results go; its receipt stays in your log, and the deletion is an entry of it. Datasets and replays stay.
      </p>
      <ConfirmButton
        label="Delete the run"
        question={`Delete the results of “${name}” for good?`}
        confirm="Delete it"
        isDangerous
        isBusy={isBusy}
        onConfirm={() =>
          run(async () => {
            await client().runs.delete(id)
            route('/app/runs')
          })
        }
      />
      <FailureNotice error={error} />
    </section>
  )
}
