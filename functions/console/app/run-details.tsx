import { useLocation } from 'preact-iso'
import type { RunRecord } from '../../client/index.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { ReplayPanel } from './replay-panel.tsx'
import { rulesText } from './rules-choice.ts'
import { RunFigures } from './run-figures.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { useAction } from './use-call.ts'
import { countText, timeText } from './workspace-texts.ts'

/** What the record of a run says, its rules, and what can be done with it as a whole. */
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

function RunFacts({ run }: { readonly run: RunRecord }) {
  const { id, sourceAdapter, targetAdapter, source, target, policy, replayOf } = run
  const facts: readonly (readonly [string, string])[] = [
    ['Run', id],
    ['Source', `${sourceAdapter}: ${countText(source.recordCount)} records, root ${source.root}`],
    ['Target', `${targetAdapter}: ${countText(target.recordCount)} records, root ${target.root}`],
    ['Policy', `${policy.id}, hash ${policy.hash}`],
    ['Result root', run.resultRoot ?? '–'],
    ['Engine', run.engineVersion],
    ['Made', timeText(run.createdAt)],
    ['Ended', timeText(run.completedAt)],
  ]
  return (
    <dl class="facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="of-file">{text}</dd>
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
