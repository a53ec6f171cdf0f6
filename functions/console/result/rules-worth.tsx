import { useEffect, useRef, useState } from 'preact/hooks'
import type { Progress, RunOverview } from '../engine-worker/engine-types.ts'
import { type ImpactEnd, type RuleWorth, worthAtOnceRecordCountMax } from '../engine-worker/impact-types.ts'
import { amountText } from '../parts/amount-text.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import { openEngine } from '../shell/engine.ts'
import { withProgress } from '../shell/with-progress.ts'
import { flowSides } from './flow-graph.ts'
import { ruleName } from './flow-rule.tsx'

/** Shows the outcome without each rule: computed at once for a small run, else after a click. */
export function RulesWorth({ run }: { readonly run: RunOverview }) {
  const { end, progress, fault, ask, cancel } = useRulesWorth(run)
  return (
    <section class="card rules-worth">
      <h2>What each rule is worth</h2>
      <p class="small soft">
        Each rule is left out in turn, and those after it run again on your machine: what would be matched no more?
      </p>
      {end?.kind === 'done' && <WorthTable run={run} worths={end.rules} />}
      {progress !== undefined && (
        <div class="actions" role="status">
          <label class="worth-progress">
            <span class="small">{progress.step}</span>
            <progress max={1} value={progress.ratio} />
          </label>
          <button type="button" class="quiet" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {fault !== undefined && (
        <p class="notice fault" role="alert">
          It could not be computed: {fault}
        </p>
      )}
      {progress === undefined && end?.kind !== 'done' && (
        <p class="actions">
          <button type="button" class="quiet" onClick={ask}>
            {end === undefined && fault === undefined ? 'What is each rule worth?' : 'Go on'}
          </button>
          {end?.kind === 'cancelled' && <span class="small soft">Cancelled. What was found so far is kept.</span>}
        </p>
      )}
    </section>
  )
}

function useRulesWorth({ id, sides }: RunOverview) {
  const [end, setEnd] = useState<ImpactEnd | undefined>()
  const [progress, setProgress] = useState<Progress | undefined>()
  const [fault, setFault] = useState<string | undefined>()
  const current = useRef('')
  const ask = async (): Promise<void> => {
    setFault(undefined)
    setProgress({ step: 'Begins', ratio: 0 })
    try {
      const engine = await openEngine()
      const show = (told: Progress): void => {
        if (current.current === id) setProgress(told)
      }
      const found = await withProgress(show, async (tell) => engine.rulesWorth(id, tell))
      if (current.current === id) setEnd(found)
    } catch (error) {
      if (current.current === id) setFault(error instanceof Error ? error.message : String(error))
    }
    if (current.current === id) setProgress(undefined)
  }
  const cancel = () => void openEngine().then((engine) => engine.cancelRulesWorth())
  const isQuick = sides.source.recordCount + sides.target.recordCount <= worthAtOnceRecordCountMax
  useEffect(() => {
    current.current = id
    setEnd(undefined)
    if (isQuick) void ask()
    return () => {
      current.current = ''
      cancel()
    }
  }, [id])
  return { end, progress, fault, ask: () => void ask(), cancel }
}

interface TableRequest {
  readonly run: RunOverview
  readonly worths: readonly RuleWorth[]
}

function WorthTable({ run: { rules }, worths }: TableRequest) {
  const numbers = new Map(rules.map(({ id }, place) => [id, place + 1]))
  return (
    <>
      <table class="figure-table worth-table">
        <TableHead
          titles={['Without rule', 'Matches lost', 'Others take', 'More open']}
          numbers={['Matches lost', 'Others take', 'More open']}
        />
        <tbody>
          {rules.map((rule, place) => (
            <WorthRow
              key={rule.id}
              name={ruleName(rule)}
              number={place + 1}
              worth={worths.find((each) => each.rule === rule.id)}
              numbers={numbers}
            />
          ))}
        </tbody>
      </table>
      <p class="small soft">
        Matches lost are those that no other rule makes of the same records, with the amounts of their source records.
      </p>
    </>
  )
}

interface RowRequest {
  readonly name: string
  readonly number: number
  readonly worth: RuleWorth | undefined
  readonly numbers: ReadonlyMap<string, number>
}

function WorthRow({ name, number, worth, numbers }: RowRequest) {
  return (
    <tr>
      <th scope="row">
        <span class="rule-number">{number}</span> <span class="of-file">{name}</span>
        {worth !== undefined && <Otherwise worth={worth} />}
      </th>
      {worth !== undefined && (
        <>
          <td class="number count">
            {grouped(worth.onlyMatches)}
            {worth.onlyMatches > 0 &&
              Object.entries(worth.onlyAmounts).map(([currency, amount]) => (
                <span key={currency} class="small soft under">
                  {amountText(amount, currency)}
                </span>
              ))}
          </td>
          <td class="number count">
            {grouped(worth.takenOver.reduce((sum, { matches }) => sum + matches, 0))}
            {worth.takenOver.map(({ rule, matches }) => (
              <span key={rule} class="small soft under">
                {grouped(matches)} by {numbers.get(rule)}
              </span>
            ))}
          </td>
          <td class="number count">
            {grouped(bothOf(worth.wouldBreak))}
            {flowSides.map(
              (side) =>
                worth.wouldBreak[side] > 0 && (
                  <span key={side} class="small soft under">
                    {grouped(worth.wouldBreak[side])} of {side}
                  </span>
                ),
            )}
          </td>
        </>
      )}
    </tr>
  )
}

const bothOf = ({ source, target }: RuleWorth['wouldBreak']): number => source + target

function Otherwise({ worth }: { readonly worth: RuleWorth }) {
  const { wouldMatch, wouldExclude, wouldNet, wouldBreak, onlyMatches, takenOver } = worth
  const ways: readonly (readonly [RuleWorth['wouldBreak'], string])[] = [
    [wouldMatch, 'would be matched'],
    [wouldExclude, 'would be left out'],
    [wouldNet, 'would be netted'],
  ]
  const parts = ways
    .filter(([count]) => bothOf(count) > 0)
    .map(([count, words]) => `${counted(bothOf(count), 'record')} ${words}`)
  const isNothing = parts.length === 0 && onlyMatches + takenOver.length + bothOf(wouldBreak) === 0
  const text = isNothing ? 'The result would be the same.' : parts.join(', ')
  return text === '' ? null : <span class="small soft under">{text}</span>
}
