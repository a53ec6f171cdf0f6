import { at } from '@tallystick/engine/base'
import type { Proposal, ProposedRule } from '@tallystick/engine/propose'
import { counted } from '../terminal.ts'
import { padded } from './text-table.ts'

export const unrelatedText = (
  { source, target }: { readonly source: string; readonly target: string },
  proposal: Proposal | undefined,
): string => [`${source} and ${target} suggest no rules.`, ...(proposal?.left.reasons ?? [])].join(' ')

/** `217 matches, by estimate 0.5 (0.23 %) wrong`. */
export function expectedText({ action, matches, estimatedWrong: { share, count } }: ProposedRule): string {
  const made = action === 'match' ? counted(matches, 'match', 'matches') : counted(matches, 'suggestion')
  return `${made}, by estimate ${count} (${percentText(share)}) wrong`
}

/** `0.0023` is `0.23 %`. */
const percentText = (ratio: string): string => `${Number((Number(ratio) * 100).toFixed(2))} %`

/**
 * The proposed rules in short; ends with a newline.
 *
 *     rules proposed for these two files; npx tallystick propose says what led to them, and prints them to be kept
 *       reference  match    217 matches, by estimate 0 (0 %) wrong
 */
export function formatShortly({ explanations }: Proposal): string {
  const columns = [
    padded(explanations.map(({ rule }) => rule)),
    padded(explanations.map(({ action }) => action)),
    explanations.map(expectedText),
  ]
  return [
    'rules proposed for these two files; npx tallystick propose says what led to them, and prints them to be kept',
    ...explanations.map((_, rule) => `  ${columns.map((cells) => at(cells, rule)).join('  ')}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
}
