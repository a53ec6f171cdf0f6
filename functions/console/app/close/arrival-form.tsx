import type { Side } from '@tallystick/engine/record'
import { useState } from 'preact/hooks'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'
import { fileWords, type sideWordsOf } from './side-words.ts'

export interface ArrivalTerms {
  readonly side: Side
  /** Seconds; null until the link is revoked. */
  readonly expiresIn: number | null
}

const day = 86_400

const spans: readonly (readonly [text: string, seconds: number | null])[] = [
  ['a day', day],
  ['a week', 7 * day],
  ['a year', 366 * day],
  ['until it is revoked', null],
]

interface ArrivalFormProps {
  readonly words: ReturnType<typeof sideWordsOf>
  readonly onSubmit: (terms: ArrivalTerms) => Promise<void>
}

/** Says which files a new link takes, and how long. */
export function ArrivalForm({ words, onSubmit }: ArrivalFormProps) {
  const [side, setSide] = useState<Side>(words.source === 'statement' ? 'source' : 'target')
  const [span, setSpan] = useState(0)
  const { isBusy, error, run } = useAction()
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onSubmit({ side, expiresIn: spans[span]?.[1] ?? null }))
      }}
    >
      <div class="form-grid">
        <label class="field">
          It takes files
          <select
            value={side}
            onChange={({ currentTarget }) => setSide(currentTarget.value === 'source' ? 'source' : 'target')}
          >
            {(['source', 'target'] as const).map((each) => (
              <option key={each} value={each}>
                {fileWords[words[each]]}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          For
          <select value={span} onChange={({ currentTarget }) => setSpan(Number(currentTarget.value))}>
            {spans.map(([text], index) => (
              <option key={text} value={index}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      <FailureNotice error={error} />
      <p class="actions">
        <button type="submit" disabled={isBusy}>
          {isBusy ? 'Making it …' : 'Make a link'}
        </button>
      </p>
    </form>
  )
}
