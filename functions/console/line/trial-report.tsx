import type { Change, ChangeTrial, TrialKind } from '../engine-worker/line-detail-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import { TrialLists } from './trial-lists.tsx'

export function TrialReport({ trial }: { readonly trial: ChangeTrial }) {
  const { breakCount, matchCount, money, accepted, turned } = trial
  return (
    <div class="trial">
      <p role="status">
        <strong>{trialSentence(trial)}</strong>
      </p>
      <table class="trial-figures">
        <caption class="hidden">Figures of the run before and after the change</caption>
        <TableHead titles={['Figure', 'Before', 'After']} />
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

/**
 * The sentence `2 breaks close and none opens; the records of 1 other are in 2 breaks then; 2 matches are gained and none
 * is lost.`
 */
function trialSentence({ lists, regrouped }: ChangeTrial): string {
  const many = (kind: TrialKind): number => lists[kind].count
  const closed = `${counted(many('closed'), 'break')} ${many('closed') === 1 ? 'closes' : 'close'}`
  const opened =
    many('opened') === 0 ? 'none opens' : `${grouped(many('opened'))} ${many('opened') === 1 ? 'opens' : 'open'}`
  const gained = `${counted(many('gained'), 'match', 'matches')} ${many('gained') === 1 ? 'is' : 'are'} gained`
  const lost =
    many('lost') === 0 ? 'none is lost' : `${grouped(many('lost'))} ${many('lost') === 1 ? 'is' : 'are'} lost`
  const parts = [
    `${closed} and ${opened}`,
    ...(regrouped.before === 0
      ? []
      : [`the records of ${counted(regrouped.before, 'other')} are in ${counted(regrouped.after, 'break')} then`]),
    `${gained} and ${lost}`,
  ]
  return `${parts.join('; ')}.`
}
