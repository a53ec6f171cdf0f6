import { proxy } from 'comlink'
import { useRef, useState } from 'preact/hooks'
import type { ReplayAnswer, RunRecord } from '../../client/index.ts'
import type { PolicyFault, Progress, RunOverview } from '../engine-worker/engine-types.ts'
import type { RulesTrial } from '../engine-worker/stored-types.ts'
import { openEngine } from '../shell/engine.ts'
import { DifferenceLists } from './difference-lists.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { ReplayOutcome } from './replay-panel.tsx'
import { policyMembersOf, rulesIn, rulesText } from './rules-choice.ts'
import { RulesField } from './rules-field.tsx'
import { client, mayDo } from './session.ts'
import { OpenedRun } from './stored-result.tsx'
import { useAction } from './use-call.ts'
import { useRulesCheck } from './use-rules-check.ts'

/** Other rules on the records of a run: tried in this page, then made a run of the service where they are better. */
export function WhatIf({ run }: { readonly run: RunRecord }) {
  return <OpenedRun run={run}>{(overview) => <Trial overview={overview} />}</OpenedRun>
}

function Trial({ overview }: { readonly overview: RunOverview }) {
  const [text, setText] = useState(rulesText(overview.policy))
  const [progress, setProgress] = useState<Progress | undefined>()
  const [trial, setTrial] = useState<RulesTrial | undefined>()
  const [refused, setRefused] = useState<readonly PolicyFault[]>([])
  const { isBusy, error, run } = useAction()
  const { jsonFault, faults } = useRulesCheck(text)
  const isSound = jsonFault === '' && faults.length === 0
  const tryThem = async (): Promise<void> => {
    const rules = rulesIn(text)
    if (!rules.ok) return
    setTrial(undefined)
    setRefused([])
    setProgress({ step: 'Reconciling', share: 0 })
    try {
      const engine = await openEngine()
      const end = await engine.tryRules(overview.id, { policy: rules.value }, proxy(setProgress))
      if (end.kind === 'done') setTrial(end.trial)
      if (end.kind === 'refused') setRefused(end.faults)
    } finally {
      setProgress(undefined)
    }
  }
  return (
    <section class="what-if">
      <p>
        Change the rules, and see at once which matches they would gain and lose. Nothing is stored until you make a run
        of them.
      </p>
      <RulesField
        label="Rules of this run"
        text={text}
        onText={setText}
        jsonFault={jsonFault}
        faults={refused.length > 0 ? refused : faults}
      />
      <p class="actions">
        <button type="button" disabled={isBusy || !isSound} onClick={() => void run(tryThem)}>
          Try them
        </button>
        <button type="button" class="quiet" onClick={() => setText(rulesText(overview.policy))}>
          Back to the rules of the run
        </button>
        {progress !== undefined && <TrialProgress progress={progress} />}
      </p>
      <FailureNotice error={error} />
      {trial !== undefined && <DifferenceLists trial={trial} />}
      {trial?.isSame === false && <MakeRun id={overview.id} text={text} />}
    </section>
  )
}

function TrialProgress({ progress: { share, step } }: { readonly progress: Progress }) {
  return (
    <>
      <progress value={share} max={1} aria-label={step} />
      <button type="button" class="quiet" onClick={() => void openEngine().then((engine) => engine.cancelStored())}>
        Cancel
      </button>
    </>
  )
}

/** Makes a run of the tried rules: a replay under them, whose root is the one that was computed here. */
function MakeRun({ id, text }: { readonly id: string; readonly text: string }) {
  const { isBusy, error, run } = useAction()
  const [answer, setAnswer] = useState<ReplayAnswer | undefined>()
  const last = useRef({ text: '', key: '' })
  if (!mayDo('runs:write')) return null
  const make = async (): Promise<void> => {
    const rules = rulesIn(text)
    if (!rules.ok) return
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() }
    const options = { idempotencyKey: last.current.key }
    setAnswer(await client().runs.replay(id, policyMembersOf(rules.value), options))
  }
  return (
    <>
      <p class="actions">
        <button type="button" class="quiet" disabled={isBusy} onClick={() => void run(make)}>
          {isBusy ? 'Making the run …' : 'Make a run of these rules'}
        </button>
      </p>
      <FailureNotice error={error} />
      {answer !== undefined && <ReplayOutcome answer={answer} />}
    </>
  )
}
