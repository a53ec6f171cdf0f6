import type { ProposedSides } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'
import { useEffect, useState } from 'preact/hooks'
import { loadTemplates, templates } from '../local-run/policy-choice.ts'
import { RuleList } from '../parts/rule-list.tsx'
import { rulesText } from './rules-choice.ts'
import { RulesField } from './rules-field.tsx'
import { ServiceProposal } from './service-proposal.tsx'
import { mayDo } from './session.ts'
import { useWrittenRules } from './use-written-rules.ts'

interface RulesPickerProps {
  readonly sides: ProposedSides
  /** Called with the chosen rules; undefined while they have faults. */
  readonly onPolicy: (policy: JsonValue | undefined) => void
}

export function RulesPicker({ sides, onPolicy }: RulesPickerProps) {
  const [choice, setChoice] = useState('default')
  const [text, setText] = useState('[]')
  useEffect(() => void loadTemplates(), [])
  const template = templates.value?.find(({ id }) => id === choice)
  const policy = choice === 'own' ? undefined : template?.policy
  useEffect(() => {
    if (choice !== 'own') onPolicy(policy)
  }, [choice, policy])
  const edit = (rules: JsonValue): void => {
    setText(rulesText(rules))
    setChoice('own')
  }
  return (
    <fieldset class="choices rules-picker">
      <legend>Rules</legend>
      <label class="field">
        Begin with
        <select value={choice} onChange={({ currentTarget }) => setChoice(currentTarget.value)}>
          <optgroup label="Templates">
            {templates.value?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="Others">
            {mayDo('datasets:read') && <option value="proposed">What both sides suggest</option>}
            <option value="own">My own rules, as JSON</option>
          </optgroup>
        </select>
      </label>
      {template !== undefined && (
        <>
          <p class="small soft">{template.purpose}</p>
          <details class="unfolds rule-words">
            <summary>In plain sentences</summary>
            <RuleList words={template.words} />
          </details>
          <p>
            <button type="button" class="quiet" onClick={() => edit(template.policy)}>
              Change these rules
            </button>
          </p>
        </>
      )}
      {choice === 'proposed' && <ServiceProposal sides={sides} onRules={edit} />}
      {choice === 'own' && <OwnRules text={text} onText={setText} onPolicy={onPolicy} />}
    </fieldset>
  )
}

interface OwnRulesProps extends Pick<RulesPickerProps, 'onPolicy'> {
  readonly text: string
  readonly onText: (text: string) => void
}

function OwnRules({ text, onText, onPolicy }: OwnRulesProps) {
  const written = useWrittenRules(text)
  useEffect(() => onPolicy(written.policy), [written.policy])
  return <RulesField text={text} onText={onText} written={written} />
}
