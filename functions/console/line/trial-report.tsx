import type { Change, ChangeTrial } from '../engine-worker/line-detail-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { grouped } from '../parts/plain-words.ts'
import { TrialLists } from './trial-lists.tsx'
import { trialSentence } from './trial-words.ts'

export function TrialReport({ trial }: { readonly trial: ChangeTrial }) {
  const { breakCount, matchCount, money, accepted, turned } = trial
  return (
    <div class="trial">
      <p role="status">
        <strong>{trialSentence(trial)}</strong>
      </p>
      {!trial.isSame && (
        <table class="trial-figures">
          <caption class="hidden">Figures of the run before and after the change</caption>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            <Figure name="Breaks" change={counts(breakCount)} />
            <Figure name="Matches" change={counts(matchCount)} />
            {money.flatMap(({ side, currency, matched, open }) => [
              <Figure
                key={`${side} ${currency} matched`}
                name={`Matched in ${side}`}
                change={amounts(matched, currency)}
              />,
              <Figure key={`${side} ${currency} open`} name={`Open in ${side}`} change={amounts(open, currency)} />,
            ])}
            {accepted.map(({ currency, total }) => (
              <Figure key={currency} name="Accepted differences" change={amounts(total, currency)} />
            ))}
            {turned.map(({ currency, total }) => (
              <Figure key={currency} name="Turned by a changed sign" change={amounts(total, currency)} />
            ))}
          </tbody>
        </table>
      )}
      <TrialLists trial={trial} />
    </div>
  )
}

const counts = ({ before, after }: Change<number>): Change<string> => ({
  before: grouped(before),
  after: grouped(after),
})

const amounts = ({ before, after }: Change<string>, currency: string): Change<string> => ({
  before: amountText(before, currency),
  after: amountText(after, currency),
})

function Figure({ name, change: { before, after } }: { readonly name: string; readonly change: Change<string> }) {
  return (
    <tr class={before === after ? 'soft' : ''}>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td>{after}</td>
    </tr>
  )
}
