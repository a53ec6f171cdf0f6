import { policyTemplates } from '@tallystick/engine'
import { useState } from 'preact/hooks'
import type { ProposalRecord, ProposedSides } from '../../client/index.ts'
import { FailureNotice } from './failure-notice.tsx'
import { rulesText } from './rules-choice.ts'
import { RulesField } from './rules-field.tsx'
import { client, mayDo } from './session.ts'
import { useAction } from './use-call.ts'
import { useRulesCheck } from './use-rules-check.ts'

interface RulesPickerProps {
  readonly sides: ProposedSides
  /** The rules as JSON; blank for the built-in ones. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** Where the rules of a run come from: built in, a template, what both sides suggest, or written as JSON. */
export function RulesPicker({ sides, text, onText }: RulesPickerProps) {
  const [choice, setChoice] = useState('default')
  const choose = (id: string): void => {
    setChoice(id)
    const template = policyTemplates.find((each) => each.id === id)
    if (template !== undefined) onText(template.rules.length === 0 ? '' : rulesText(template.rules))
  }
  return (
    <fieldset class="choices rules-picker">
      <legend>Rules</legend>
      <label class="field">
        Begin with
        <select value={choice} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <optgroup label="Templates">
            {policyTemplates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="Others">
            {mayDo('datasets:read') && <option value="proposed">What both sides suggest</option>}
            <option value="json">My own rules, as JSON</option>
          </optgroup>
        </select>
      </label>
      <p class="small soft">{purposeOf(choice)}</p>
      {choice === 'proposed' && <Proposal sides={sides} onText={onText} />}
      {choice !== 'default' && (choice !== 'proposed' || text !== '') && <CheckedRules text={text} onText={onText} />}
    </fieldset>
  )
}

function purposeOf(choice: string): string {
  if (choice === 'json')
    return 'A list of rules, or an object with "rules" and the tables, rates and calendars they name.'
  if (choice === 'proposed') return 'The service looks at the records of both sides and says which rules they suggest.'
  return policyTemplates.find(({ id }) => id === choice)?.purpose ?? ''
}

function CheckedRules({ text, onText }: Pick<RulesPickerProps, 'text' | 'onText'>) {
  const { jsonFault, faults } = useRulesCheck(text)
  return <RulesField label="Rules as JSON" text={text} onText={onText} jsonFault={jsonFault} faults={faults} />
}

function Proposal({ sides, onText }: Pick<RulesPickerProps, 'sides' | 'onText'>) {
  const { isBusy, error, run } = useAction()
  const [proposal, setProposal] = useState<ProposalRecord | undefined>()
  const isReady = sides.sourceAdapter.trim() !== '' && sides.targetAdapter.trim() !== ''
  const ask = async (): Promise<void> => {
    const answer = await client().policies.propose(sides)
    setProposal(answer)
    onText(answer.rules.length === 0 ? '' : rulesText(answer.rules))
  }
  return (
    <div class="proposal">
      <p class="actions">
        <button type="button" class="quiet" disabled={!isReady || isBusy} onClick={() => void run(ask)}>
          {isBusy ? 'Looking at the records …' : 'Propose rules'}
        </button>
        {!isReady && <span class="small soft">Name both sides first.</span>}
      </p>
      <FailureNotice error={error} />
      {proposal?.related === false && (
        <p class="notice app-notice">
          Nothing says that these sides belong together: {proposal.left.reasons.join('; ')}. A run would use the
          built-in rules.
        </p>
      )}
      {proposal?.related === true && (
        <ol>
          {proposal.explanations.map(({ rule, sentence, figures }) => (
            <li key={rule}>
              <span class="of-file">{sentence}</span> <span class="small soft of-file">{figures.join(' · ')}</span>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
