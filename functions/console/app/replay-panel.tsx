import type { ReplayAnswer, RunRecord } from '@tallystick/client'
import { useRef, useState } from 'preact/hooks'
import { grouped } from '../parts/plain-words.ts'
import { FailureNotice } from './failure-notice.tsx'
import { client } from './session.ts'
import { useAction } from './use-call.ts'

export function ReplayPanel({ run }: { readonly run: RunRecord }) {
  const { isBusy, error, run: act } = useAction()
  const [answer, setAnswer] = useState<ReplayAnswer | undefined>()
  const key = useRef(crypto.randomUUID())
  const replay = async (): Promise<void> => {
    setAnswer(await client().runs.replay(run.id, {}, { idempotencyKey: key.current }))
    key.current = crypto.randomUUID()
  }
  return (
    <section class="app-part">
      <h2>Replay</h2>
      <p>The service executes the run again, from the same records and rules, and compares both results.</p>
      <button type="button" class="quiet" disabled={isBusy} onClick={() => void act(replay)}>
        {isBusy ? 'Executing it again …' : 'Replay it'}
      </button>
      <FailureNotice error={error} />
      {answer !== undefined && <ReplayOutcome answer={answer} />}
    </section>
  )
}

interface ReplayOutcomeProps {
  readonly answer: ReplayAnswer
  readonly tried?: string
}

/** Says that the replay has the same root, or how many records changed their match. */
export function ReplayOutcome({ answer, tried }: ReplayOutcomeProps) {
  const { run } = answer
  // A large run is executed after the service has answered: the answer has no report then.
  const replay: ReplayAnswer['replay'] | null = answer.replay
  const link = <a href={`/app/runs/${run.id}`}>Open the new run</a>
  if (replay === null)
    return (
      <p class="notice app-notice" role="status">
        It is executed as a large run. {link} to follow it, and compare its root with this one’s.
      </p>
    )
  const { identical, expected, actual, differences } = replay
  return (
    <div class={identical ? 'notice app-notice good' : 'notice app-notice'} role="status">
      <p class="notice-title">{identical ? 'The same result, byte for byte' : 'Another result'}</p>
      <p>
        Root <code class="hash-whole">{actual ?? 'none: the replay failed'}</code>
        {!identical && expected !== null && (
          <>
            , before <code class="hash-whole">{expected}</code>
          </>
        )}
      </p>
      {tried !== undefined && actual === tried && <p>It is the root that this page came to.</p>}
      {!identical && differences !== null && (
        <p>
          {grouped(differences.newlyMatched.length)} source records newly matched,{' '}
          {grouped(differences.noLongerMatched.length)} no longer, {grouped(differences.rePaired.length)} with others
          than before{differences.truncated && ' (lists cut)'}.
        </p>
      )}
      <p>{link}</p>
    </div>
  )
}
