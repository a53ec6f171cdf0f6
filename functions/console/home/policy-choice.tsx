import { useSignalEffect } from '@preact/signals'
import { Suspense } from 'preact/compat'
import { useEffect, useState } from 'preact/hooks'
import type { RuleWords } from '../engine-worker/engine-types.ts'
import { rulesOfLayouts } from '../local-run/file-layouts.ts'
import { sideStates } from '../local-run/local-files.ts'
import {
  chosenPolicy,
  editChosenRules,
  loadTemplates,
  ownRules,
  type PolicyKind,
  policyKind,
  proposeRules,
  templates,
  writeOwnRules,
} from '../local-run/policy-choice.ts'
import { RuleList } from '../parts/rule-list.tsx'
import { openEngine } from '../shell/engine.ts'
import { lazyPart } from '../shell/lazy-part.ts'
import { whenIdle } from '../shell/when-idle.ts'
import { ProposedRules } from './proposed-rules.tsx'
import './policy-choice.css'

const RulesEditor = lazyPart(() => import('../parts/rules-editor.tsx').then((module) => module.RulesEditor))

export function PolicyChoice() {
  useEffect(() => void whenIdle().then(loadTemplates), [])
  // The values of both sides are read before the condition, so that a new file on either side leads to a new proposal.
  useSignalEffect(() => {
    const areKnown = sideStates.source.value.reading?.ok === true && sideStates.target.value.reading?.ok === true
    if (areKnown && policyKind.value === 'proposed') void proposeRules()
  })
  // Rules of the same two layouts come before those that are suggested, until a person chooses.
  useSignalEffect(() => {
    const isKept = rulesOfLayouts.value !== undefined
    if (isKept && policyKind.peek() === 'proposed') policyKind.value = 'kept'
    if (!isKept && policyKind.peek() === 'kept') policyKind.value = 'proposed'
  })
  const kind = policyKind.value
  return (
    <section class="card policy-choice" aria-labelledby="policy-heading">
      <h2 id="policy-heading">Rules</h2>
      <div class="policy-columns">
        <div class="policy-kinds" role="radiogroup" aria-labelledby="policy-heading">
          {rulesOfLayouts.value !== undefined && (
            <Kind
              kind="kept"
              name="As with your last files of this kind"
              purpose="The rules of your newest run of them."
            />
          )}
          <Kind
            kind="proposed"
            name="What these files suggest"
            purpose="Found by comparing the two files; each rule says what led to it."
          />
          {templates.value?.map(({ id, name, purpose }) => (
            <Kind key={id} kind={`template:${id}`} name={name} purpose={purpose} />
          ))}
          <Kind kind="own" name="Rules as JSON" purpose="Written by you, with completion and faults at their place." />
        </div>
        <div class="policy-words">
          {kind === 'proposed' && <ProposedRules />}
          {kind === 'kept' && <KeptRules />}
          {kind === 'own' && <OwnRules />}
          {kind.startsWith('template:') && <TemplateRules id={kind.slice('template:'.length)} />}
          {kind !== 'own' && chosenPolicy.value !== undefined && (
            <p>
              <button type="button" class="quiet" onClick={editChosenRules}>
                Change these rules
              </button>
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

interface KindProps {
  readonly kind: PolicyKind
  readonly name: string
  readonly purpose: string
}

function Kind({ kind, name, purpose }: KindProps) {
  return (
    <label class="policy-kind">
      <input
        type="radio"
        name="policy"
        checked={policyKind.value === kind}
        onChange={() => {
          policyKind.value = kind
        }}
      />
      <span>
        <strong>{name}</strong>
        <span class="soft small">{purpose}</span>
      </span>
    </label>
  )
}

function TemplateRules({ id }: { readonly id: string }) {
  const template = templates.value?.find((each) => each.id === id)
  return template === undefined ? null : <RuleList words={template.words} />
}

function KeptRules() {
  const [words, setWords] = useState<readonly RuleWords[]>([])
  const policy = rulesOfLayouts.value
  useEffect(() => {
    void openEngine()
      .then((engine) => engine.policyWords(policy))
      .then(setWords)
  }, [policy])
  return <RuleList words={words} />
}

function OwnRules() {
  const { text, faults, words } = ownRules.value
  return (
    <>
      <Suspense fallback={<p aria-busy="true">Loading the editor …</p>}>
        <RulesEditor text={text} faults={faults} onChange={(changed) => void writeOwnRules(changed)} />
      </Suspense>
      {faults.length === 0 && <RuleList words={words} />}
    </>
  )
}
