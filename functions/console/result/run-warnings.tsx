import { hasFewMatches } from '@tallystick/engine/result'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { Progress, RunOverview, ShownWarning } from '../engine-worker/engine-types.ts'
import { policyKind } from '../local-run/policy-choice.ts'
import { type RunAgain, runAgain } from '../local-run/run-again.ts'
import { faultText, rateText } from '../parts/plain-words.ts'
import { type Cure, curesOf, poorWarning } from './warning-cures.ts'

/** The warnings of a run, each with what cures it. Where next to nothing is matched, they say so first. */
export function RunWarnings({ run }: { readonly run: RunOverview }) {
  const warnings = run.warnings.length === 0 && hasFewMatches(run.summary) ? [poorWarning] : run.warnings
  return (
    <>
      {warnings.map((warning, place) => (
        <Warning key={place} run={run} warning={warning} isFirst={place === 0} />
      ))}
    </>
  )
}

interface WarningRequest {
  readonly run: RunOverview
  readonly warning: ShownWarning
  readonly isFirst: boolean
}

function Warning({ run, warning, isFirst }: WarningRequest) {
  const cures = curesOf(run, warning)
  return (
    <div class="notice run-warning" role={isFirst && hasFewMatches(run.summary) ? 'alert' : undefined}>
      <p class="of-file">
        {isFirst && hasFewMatches(run.summary) && <strong>Only {rateText(run.summary.matchRate)} is matched. </strong>}
        {warning.detail}
      </p>
      {cures.map((cure) => (
        <CureButton key={cure.label} run={run} cure={cure} />
      ))}
    </div>
  )
}

function CureButton({ run, cure }: { readonly run: RunOverview; readonly cure: Cure }) {
  const { route } = useLocation()
  const [progress, setProgress] = useState<Progress | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const make = async (again: RunAgain): Promise<void> => {
    setFault(undefined)
    try {
      const made = await runAgain(run, again, setProgress)
      if (made !== undefined) route(`/result/${made.id}`)
    } catch (error) {
      setFault(faultText(error))
    } finally {
      setProgress(undefined)
    }
  }
  const use = (): void => {
    if (cure.kind === 'run') return void make(cure.again)
    if (cure.kind === 'propose') policyKind.value = 'proposed'
    route('/')
  }
  return (
    <>
      <button type="button" class="quiet" disabled={progress !== undefined} onClick={use}>
        {progress === undefined ? cure.label : `${progress.step} …`}
      </button>
      {fault !== undefined && <p class="small">{fault}</p>}
    </>
  )
}
