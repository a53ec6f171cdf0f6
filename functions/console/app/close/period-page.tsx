import type { ComponentType } from 'preact'
import { useLocation } from 'preact-iso'
import { periodText } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useCall } from '../use-call.ts'
import { BalancesStep } from './balances-step.tsx'
import type { ShownPeriod } from './close-calls.ts'
import { useClose } from './use-close.ts'
import './close.css'
import { ItemsStep } from './items-step.tsx'
import { PeriodMark } from './period-mark.tsx'
import { SignoffStep } from './signoff-step.tsx'
import type { StepProps } from './step-props.ts'

const steps = [
  { name: 'files', label: 'Files' },
  { name: 'items', label: 'Breaks' },
  { name: 'balances', label: 'Balances' },
  { name: 'signoff', label: 'Sign-off' },
] as const

type StepName = (typeof steps)[number]['name']

interface PeriodPageProps {
  readonly id: string
  /** How its files come, which depends on who has them. */
  readonly files: ComponentType<StepProps>
}

export function PeriodPage({ id, files }: PeriodPageProps) {
  const close = useClose()
  const { query } = useLocation()
  const { value, error, reload } = useCall(`period ${id}`, (signal) => close.period(id, signal))
  if (value === undefined)
    return (
      <>
        <h1>Period</h1>
        {error === undefined && <p aria-busy="true">Asking for the period …</p>}
        <FailureNotice error={error} onRetry={reload} />
      </>
    )
  const step = steps.find(({ name }) => name === query['step'])?.name ?? firstStepOf(value.period)
  return (
    <>
      <PeriodHead {...value} step={step} />
      <FailureNotice error={error} onRetry={reload} />
      <StepContent step={step} files={files} {...value} onChanged={reload} />
    </>
  )
}

/** Where the work is: at the files before the first run, at the signature once it is submitted. */
const firstStepOf = ({ runId, state }: ShownPeriod): StepName =>
  runId === null ? 'files' : state === 'open' ? 'items' : 'signoff'

interface PeriodHeadProps extends Omit<StepProps, 'onChanged'> {
  readonly step: StepName
}

function PeriodHead({ period, reconciliation, step }: PeriodHeadProps) {
  const { periodPath, reconciliationPath } = useClose()
  return (
    <>
      <p class="back">
        <a class="of-file" href={reconciliationPath(period.reconciliationId)}>
          {reconciliation.name}
        </a>
      </p>
      <div class="title-row">
        <h1 class="of-file">{period.name}</h1>
        <p>
          <span class="soft">{periodText({ from: period.first, to: period.last })}</span> <PeriodMark period={period} />
        </p>
      </div>
      {period.stale !== undefined && <p class="notice app-notice of-file">{period.stale}.</p>}
      <nav class="tabs" aria-label="Steps">
        <ul>
          {steps.map(({ name, label }, index) => (
            <li key={name}>
              <a
                class="place-link"
                href={`${periodPath(period.id)}?step=${name}`}
                aria-current={step === name ? 'step' : undefined}
              >
                {index + 1} {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

type StepContentProps = StepProps & Pick<PeriodPageProps, 'files'> & { readonly step: StepName }

function StepContent({ step, files: FilesStep, ...props }: StepContentProps) {
  if (step === 'files') return <FilesStep {...props} />
  if (step === 'items') return <ItemsStep {...props} />
  return step === 'balances' ? <BalancesStep {...props} /> : <SignoffStep {...props} />
}
