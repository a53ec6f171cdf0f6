import type { RunOverview } from '../engine-worker/engine-types.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'
import type { FlowStep } from './flow-graph.ts'
import { RuleLink } from './flow-rule.tsx'
import type { AddressState } from './use-address.ts'

interface TableRequest {
  readonly run: RunOverview
  readonly steps: readonly FlowStep[]
  readonly go: AddressState['go']
}

const columns = ['Source taken', 'Target taken', 'Lines', 'Source left', 'Target left']

export function FlowTable({ run, steps, go }: TableRequest) {
  const { sides, suggested } = run
  return (
    <section class="card flow-figures">
      <h2>Rule by rule</h2>
      <table class="figure-table flow-table">
        <TableHead titles={['Rule', ...columns]} numbers={columns} />
        <tbody>
          <Row name="All records" figures={['', '', '', sides.source.recordCount, sides.target.recordCount]} />
          {steps.map(({ rule, number, leftAfter }) => (
            <tr key={rule.id} class={rule.isEnabled ? '' : 'soft'}>
              <th scope="row">
                <RuleLink rule={rule} number={number} go={go} />
                {rule.sentences.map((sentence) => (
                  <span key={sentence} class="small soft under of-file">
                    {sentence}
                  </span>
                ))}
                <Notes rule={rule} />
              </th>
              {[rule.taken.source, rule.taken.target, rule.lineCount, leftAfter.source, leftAfter.target].map(
                (count, place) => (
                  <td key={columns[place]} class="number count">
                    {grouped(count)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small soft">
        What is left in the end is open.
        {suggested.source + suggested.target > 0 &&
          ` Of it, ${counted(suggested.source, 'record')} of the source and ${grouped(suggested.target)} of the target are in a suggestion, which takes no record.`}
      </p>
    </section>
  )
}

interface RowRequest {
  readonly name: string
  readonly figures: readonly (number | '')[]
}

const Row = ({ name, figures }: RowRequest) => (
  <tr>
    <th scope="row">{name}</th>
    {figures.map((figure, place) => (
      <td key={columns[place]} class="number count">
        {figure === '' ? '' : grouped(figure)}
      </td>
    ))}
  </tr>
)

function Notes({ rule: { isEnabled, residuals, suggestionCount } }: Pick<FlowStep, 'rule'>) {
  const notes = [
    ...(isEnabled ? [] : ['It is switched off.']),
    ...(suggestionCount > 0 ? [`${counted(suggestionCount, 'suggestion')} to review.`] : []),
    ...(residuals.source + residuals.target > 0
      ? [
          `Its matches left ${counted(residuals.source + residuals.target, 'open residual')}, which later rules may take.`,
        ]
      : []),
  ]
  return notes.length === 0 ? null : <span class="small under">{notes.join(' ')}</span>
}
