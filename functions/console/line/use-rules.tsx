import type { JsonValue } from '@tallystick/engine/base'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { sideStates } from '../local-run/local-files.ts'
import { ownRules, policyKind, writeOwnRules } from '../local-run/policy-choice.ts'

interface UseRequest {
  readonly run: RunOverview
  readonly policy: JsonValue
}

/** Takes changed rules to the first page for a run made here; for other runs, offers them as text to copy. */
export const UseRules = ({ run, policy }: UseRequest) =>
  run.origin === 'local' ? <TakeRules run={run} policy={policy} /> : <CopyRules policy={policy} />

function TakeRules({ run, policy }: UseRequest) {
  const { route } = useLocation()
  const [isAsking, setAsking] = useState(false)
  const since = sinceRun(run, policy)
  const take = async (): Promise<void> => {
    await takeRules(policy)
    route('/')
  }
  return (
    <>
      {isAsking ? (
        <div class="notice" role="alert">
          <p>You have written other rules on the first page since this run. They would be replaced.</p>
          <p class="actions">
            <button type="button" class="small-button" onClick={() => void take()}>
              Replace them
            </button>
            <button type="button" class="quiet small-button" onClick={() => setAsking(false)}>
              Keep them
            </button>
          </p>
        </div>
      ) : (
        <button
          type="button"
          class="quiet small-button"
          onClick={() => (since.losesOwnRules ? setAsking(true) : void take())}
        >
          Use these rules
        </button>
      )}
      {since.hasOtherFiles && (
        <p class="small soft">The first page has other files by now: choose the files of this run there again.</p>
      )}
    </>
  )
}

type Copying = 'ready' | 'copied' | 'refused'

function CopyRules({ policy }: Pick<UseRequest, 'policy'>) {
  const [state, setState] = useState<Copying>('ready')
  const text = rulesText(policy)
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }
  return (
    <>
      <button type="button" class="quiet small-button" onClick={copy}>
        {state === 'copied' ? 'Copied' : 'Copy these rules as JSON'}
      </button>
      {state === 'copied' && (
        <p class="small soft" role="status">
          Paste them where the rules of the next run are written.
        </p>
      )}
      {state === 'refused' && (
        <label class="rules-text">
          <span class="small">The browser does not let the page copy. Copy the text yourself:</span>
          <textarea readOnly rows={6} value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
        </label>
      )}
    </>
  )
}

/** What changed on the first page since the run was made. */
interface SinceRun {
  /**
   * Whether the first page has rules of the visitor that are neither those of the run nor those offered: they would be
   * lost.
   */
  readonly losesOwnRules: boolean
  /** Whether the first page has other files than the run, or none. */
  readonly hasOtherFiles: boolean
}

const sinceRun = (run: RunOverview, policy: JsonValue): SinceRun => ({
  losesOwnRules:
    policyKind.value === 'own' &&
    ![run.policy, policy].some((each) => JSON.stringify(each) === JSON.stringify(ownRules.value.policy)),
  hasOtherFiles: (['source', 'target'] as const).some((side) => {
    const { reading } = sideStates[side].value
    return reading?.ok !== true || reading.preview.summary.root !== run.sides[side].root
  }),
})

async function takeRules(policy: JsonValue): Promise<void> {
  policyKind.value = 'own'
  await writeOwnRules(rulesText(policy))
}

const rulesText = (policy: JsonValue): string => JSON.stringify(policy, undefined, 2)
