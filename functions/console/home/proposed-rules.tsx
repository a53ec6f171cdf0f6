import { at } from '@tallystick/engine/base'
import { signSentences } from '@tallystick/engine/rules'
import { areRead } from '../local-run/local-files.ts'
import { isProposing, proposal } from '../local-run/policy-choice.ts'
import { counted } from '../parts/plain-words.ts'

export function ProposedRules() {
  const found = proposal.value
  if (!areRead())
    return (
      <p class="soft">Once both files are read, this shows the rules that relate them and the figures behind each.</p>
    )
  if (isProposing.value) return <p aria-busy="true">Looking for what relates the two files …</p>
  if (found === undefined) return null
  if (found.rules.length === 0)
    return (
      <div class="notice">
        <p>
          <strong>Nothing relates these two files.</strong> Do they belong together, and were the right columns read?
          The usual rules are taken, unless you choose others.
        </p>
        {found.left.reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
    )
  return (
    <>
      {signSentences(found.signs ?? {}).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ol class="rule-list">
        {found.explanations.map(({ rule, action, sentence, figures, matches, estimatedWrong }, index) => (
          <li key={rule}>
            <strong class="of-file">{at(found.rules, index).name ?? rule}</strong>
            <p>
              {sentence}{' '}
              <span class="soft">
                {action === 'match' ? counted(matches, 'match', 'matches') : counted(matches, 'suggestion')}, by
                estimate {estimatedWrong.count} wrong.
              </span>
            </p>
            <details>
              <summary>What led to it</summary>
              <ul>
                {figures.map((figure) => (
                  <li key={figure}>{figure}</li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}
