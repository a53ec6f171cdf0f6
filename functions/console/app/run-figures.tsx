import type { RunRecord } from '@tallystick/client'
import { localeAmount } from '../parts/locale-text.ts'
import { grouped, rateText } from '../parts/plain-words.ts'
import { TableHead } from '../parts/table-head.tsx'

export function RunFigures({ run: { summary, source, target } }: { readonly run: RunRecord }) {
  if (summary === null) return null
  const turned = new Map(Object.entries(summary.turned))
  const hasTurned = turned.size > 0
  const figures: readonly (readonly [string, string])[] = [
    ['Matched', rateText(summary.matchRate)],
    ['Matches', grouped(summary.matchCount)],
    ['Suggestions', grouped(summary.suggestionCount)],
    ['Breaks', grouped(summary.breakCount)],
    ['Source open', `${grouped(summary.source.open)} of ${grouped(source.recordCount)}`],
    ['Target open', `${grouped(summary.target.open)} of ${grouped(target.recordCount)}`],
  ]
  const amountTitles = [...Object.values(amountLabels), ...(hasTurned ? ['Turned by a changed sign'] : [])]
  return (
    <>
      <dl class="app-figures">
        {figures.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="count">{text}</dd>
          </div>
        ))}
      </dl>
      <div class="table-frame">
        <table class="stacked">
          <TableHead titles={['Currency', ...amountTitles]} numbers={amountTitles} />
          <tbody>
            {Object.entries(summary.amounts).map(([currency, amounts]) => (
              <tr key={currency}>
                <td data-label="Currency">{currency}</td>
                {(['sourceMatched', 'sourceOpen', 'targetMatched', 'targetOpen'] as const).map((name) => (
                  <td key={name} class="end amount" data-label={amountLabels[name]}>
                    {localeAmount(amounts[name], currency)}
                  </td>
                ))}
                {hasTurned && (
                  <td class="end amount" data-label="Turned by a changed sign">
                    {localeAmount(turned.get(currency) ?? '0', currency)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const amountLabels = {
  sourceMatched: 'Source matched',
  sourceOpen: 'Source open',
  targetMatched: 'Target matched',
  targetOpen: 'Target open',
} as const
