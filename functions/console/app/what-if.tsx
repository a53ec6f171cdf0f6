import type { ReplayAnswer, RunRecord } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'
import { useRef, useState } from 'preact/hooks'
import type { PolicyFault, Progress, RunOverview } from '../engine-worker/engine-types.ts'
import type { RulesTrial } from '../engine-worker/stored-types.ts'
import { openEngine } from '../shell/engine.ts'
import { withProgress } from '../shell/with-progress.ts'
import { DifferenceLists } from './difference-lists.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { ReplayOutcome } from './replay-panel.tsx'
import { replayMembersOf, rulesText } from './rules-choice.ts'
import { RulesField } from './rules-field.tsx'
import { client, mayDo } from './session.ts'
import { OpenedRun } from './stored-result.tsx'
import { useAction } from './use-call.ts'
import { useWrittenRules } from './use-written-rules.ts'

export function WhatIf({ run }: { readonly run: RunRecord }) {
  return <OpenedRun run={run}>{(overview) => <WhatIfRules overview={overview} />}</OpenedRun>
}

interface Tried {
  readonly policy: JsonValue
  readonly trial: RulesTrial
}

function WhatIfRules({ overview }: { readonly overview: RunOverview }) {
  const [text, setText] = useState(rulesText(overview.policy))
  const written = useWrittenRules(text)
  const { tried, refused, progress, error, isBusy, start } = useTrial(overview.id)
  const { policy } = written
  return (
    <section class="what-if">
      <p>
        Change the rules, and see at once which matches they would gain and lose. Nothing is stored until you make a run
        of them.
      </p>
      <RulesField text={text} onText={setText} written={written} others={refused} />
      <p class="actions">
        <button
          type="button"
          disabled={isBusy || policy === undefined}
          onClick={() => policy !== undefined && void start(policy)}
        >
          Try them
        </button>
        <button type="button" class="quiet" onClick={() => setText(rulesText(overview.policy))}>
          Back to the rules of the run
        </button>
        {progress !== undefined && <TrialProgress progress={progress} />}
      </p>
      <FailureNotice error={error} />
      {tried !== undefined && <DifferenceLists trial={tried.trial} />}
      {tried?.trial.isSame === false && <MakeRun overview={overview} tried={tried} />}
    </section>
  )
}

function useTrial(id: string) {
  const [progress, setProgress] = useState<Progress | undefined>()
  const [tried, setTried] = useState<Tried | undefined>()
  const [refused, setRefused] = useState<readonly PolicyFault[]>([])
  const { isBusy, error, run } = useAction()
  const tryRules = async (policy: JsonValue): Promise<void> => {
    setTried(undefined)
    setRefused([])
    setProgress({ step: 'Reconciling', ratio: 0 })
    try {
      const engine = await openEngine()
      const end = await withProgress(setProgress, async (tell) => engine.tryRules(id, { policy }, tell))
      if (end.kind === 'done') setTried({ policy, trial: end.trial })
      if (end.kind === 'refused') setRefused(end.faults)
    } finally {
      setProgress(undefined)
    }
  }
  const start = (policy: JsonValue): Promise<void> => run(() => tryRules(policy))
  return { tried, refused, progress, error, isBusy, start }
}

function TrialProgress({ progress: { ratio, step } }: { readonly progress: Progress }) {
  return (
    <>
      <progress value={ratio} max={1} aria-label={step} />
      <button type="button" class="quiet" onClick={() => void openEngine().then((engine) => engine.cancelStored())}>
        Cancel
      </button>
    </>
  )
}

interface MakeRunProps {
  readonly overview: RunOverview
  readonly tried: Tried
}

/** Makes a run under the tried rules, as a replay. It has the root that was computed in this page. */
function MakeRun({ overview, tried: { policy, trial } }: MakeRunProps) {
  const { isBusy, error, run } = useAction()
  const [answer, setAnswer] = useState<ReplayAnswer | undefined>()
  const last = useRef({ root: '', key: '' })
  if (!mayDo('runs:write')) return null
  const make = async (): Promise<void> => {
    // A retry of the same rules makes no second run.
    if (last.current.root !== trial.resultRoot) last.current = { root: trial.resultRoot, key: crypto.randomUUID() }
    const members = replayMembersOf(policy, overview.policy)
    setAnswer(await client().runs.replay(overview.id, members, { idempotencyKey: last.current.key }))
  }
  return (
    <>
      <p class="actions">
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(make)}>
          {isBusy ? 'Making the run …' : 'Make a run of these rules'}
        </button>
      </p>
      <FailureNotice error={error} />
      {answer !== undefined && <ReplayOutcome answer={answer} tried={trial.resultRoot} />}
    </>
  )
}
