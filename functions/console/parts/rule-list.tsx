import type { RuleWords } from '../engine-worker/engine-types.ts'

export function RuleList({ words }: { readonly words: readonly RuleWords[] }) {
  return (
    <ol class="rule-list">
      {words.map(({ rule, name, sentences }) => (
        <li key={rule}>
          <strong class="of-file">{name}</strong>
          {sentences.map((sentence) => (
            <p key={sentence} class="of-file">
              {sentence}
            </p>
          ))}
        </li>
      ))}
    </ol>
  )
}
