import type { CriterionOutcome } from '@tallystick/engine/explain'
import { decimalFields } from '@tallystick/engine/record'
import { amountText } from '../parts/amount-text.ts'
import { PlainText } from './long-text.tsx'
import { outcomeWords } from './outcome-words.ts'

interface CriteriaRequest {
  readonly outcomes: readonly CriterionOutcome[]
  readonly currency: string | null
}

export const CriteriaList = ({ outcomes, currency }: CriteriaRequest) => (
  <ul class="criteria">
    {outcomes.map((outcome, place) => (
      <Criterion key={place} outcome={outcome} currency={currency} />
    ))}
  </ul>
)

const marks: { readonly [outcome in CriterionOutcome['outcome']]: string } = {
  equal: '✓',
  holds: '≈',
  skipped: '–',
  fails: '✗',
}

function Criterion({ outcome, currency }: { readonly outcome: CriterionOutcome; readonly currency: string | null }) {
  const { words, compared, converted } = outcome
  return (
    <li class={`criterion ${outcome.outcome}`}>
      <span class="criterion-mark" aria-hidden="true">
        {marks[outcome.outcome]}
      </span>
      <div>
        <p class="of-file criterion-words">{words}</p>
        {outcome.outcome !== 'equal' && <p class="small">{outcomeWords(outcome, currency)}</p>}
        <Values outcome={outcome} currency={currency} />
        {compared !== undefined && <Pair label="Compared as" values={compared} />}
        {converted !== undefined && (
          <Pair
            label={`In ${converted.currency}`}
            values={[
              amountText(converted.values[0], converted.currency),
              amountText(converted.values[1], converted.currency),
            ]}
          />
        )}
      </div>
    </li>
  )
}

/** The values of both sides; equal values are shown once. */
function Values({ outcome, currency }: { readonly outcome: CriterionOutcome; readonly currency: string | null }) {
  const { source, target, name } = outcome
  const isAmount = name === 'sum' || name.split('/').every((field) => decimalFields.some((each) => each === field))
  const textOf = (values: readonly string[]): string | null =>
    values.length === 0 ? null : values.map((value) => (isAmount ? amountText(value, currency) : value)).join(' · ')
  const [own, other] = [textOf(source), textOf(target)]
  if (own === null && other === null) return null
  if (outcome.outcome === 'equal' && own !== null) return <Value label="Equal" text={own} />
  return <Pair label={undefined} values={[own, other]} />
}

interface PairRequest {
  readonly label: string | undefined
  readonly values: readonly [string | null, string | null]
}

function Pair({ label, values: [source, target] }: PairRequest) {
  if (label !== undefined && source !== null && source === target) return <Value label={label} text={source} />
  const suffix = label === undefined ? '' : `, ${label.toLowerCase()}`
  return (
    <>
      <Value label={`Source${suffix}`} text={source} />
      <Value label={`Target${suffix}`} text={target} />
    </>
  )
}

const Value = ({ label, text }: { readonly label: string; readonly text: string | null }) => (
  <p class="criterion-values">
    <span class="label">{label}:</span> {text === null ? <span class="soft">none</span> : <PlainText text={text} />}
  </p>
)
