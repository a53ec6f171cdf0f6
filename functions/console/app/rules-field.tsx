import { Suspense } from 'preact/compat'
import type { PolicyFault } from '../engine-worker/engine-types.ts'
import { RuleList } from '../parts/rule-list.tsx'
import { lazyPart } from '../shell/lazy-part.ts'
import type { WrittenRules } from './use-written-rules.ts'

const RulesEditor = lazyPart(() => import('../parts/rules-editor.tsx').then((module) => module.RulesEditor))

interface RulesFieldProps {
  readonly text: string
  readonly onText: (text: string) => void
  readonly written: WrittenRules
  /** Further faults that show only with the records, such as a calendar that lacks their years. */
  readonly others?: readonly PolicyFault[]
}

export function RulesField({ text, onText, written: { words, faults }, others = [] }: RulesFieldProps) {
  return (
    <>
      <Suspense fallback={<p aria-busy="true">Loading the editor …</p>}>
        <RulesEditor text={text} faults={faults.length > 0 ? faults : others} onChange={onText} />
      </Suspense>
      {faults.length === 0 && words.length > 0 && (
        <details class="unfolds rule-words">
          <summary>In plain sentences</summary>
          <RuleList words={words} />
        </details>
      )}
    </>
  )
}
