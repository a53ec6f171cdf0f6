import type { ProposalRecord, ProposedSides } from '@tallystick/client'
import type { JsonValue } from '@tallystick/engine/base'
import { proposedPolicy } from '@tallystick/engine/propose'
import { signSentences } from '@tallystick/engine/rules'
import { useState } from 'preact/hooks'
import { withNames } from '../parts/rule-names.ts'
import { FailureNotice } from './failure-notice.tsx'
import { client } from './session.ts'
import { useAction } from './use-call.ts'

interface ServiceProposalProps {
  readonly sides: ProposedSides
  /** Called with the proposed rules when the visitor accepts them. */
  readonly onRules: (rules: JsonValue) => void
}

export function ServiceProposal({ sides, onRules }: ServiceProposalProps) {
  const { isBusy, error, run } = useAction()
  const [proposal, setProposal] = useState<ProposalRecord | undefined>()
  const isReady = sides.sourceAdapter.trim() !== '' && sides.targetAdapter.trim() !== ''
  const ask = async (): Promise<void> => setProposal(await client().policies.propose(sides))
  return (
    <div class="proposal">
      <p class="small soft">The service looks at the records of both sides and says which rules they suggest.</p>
      <p class="actions">
        <button type="button" class="quiet" disabled={!isReady || isBusy} onClick={() => void run(ask)}>
          {isBusy ? 'Looking at the records …' : 'Propose rules'}
        </button>
        {!isReady && <span class="small soft">Name both sides first.</span>}
      </p>
      <FailureNotice error={error} />
      {proposal !== undefined && <Proposed proposal={proposal} onRules={onRules} />}
    </div>
  )
}

interface ProposedProps extends Pick<ServiceProposalProps, 'onRules'> {
  readonly proposal: ProposalRecord
}

function Proposed({ proposal, onRules }: ProposedProps) {
  const { related, explanations, left } = proposal
  if (!related)
    return (
      <p class="notice app-notice">
        Nothing says that these sides belong together: {left.reasons.join('; ')}. Choose a template, or write rules.
      </p>
    )
  return (
    <>
      {signSentences(proposal.signs ?? {}).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <ol class="rule-list">
        {explanations.map(({ rule, sentence, figures }) => (
          <li key={rule}>
            <strong class="of-file">{sentence}</strong>
            <p class="small soft of-file">{figures.join(' · ')}</p>
          </li>
        ))}
      </ol>
      <p>
        <button
          type="button"
          onClick={() =>
            onRules(JSON.parse(JSON.stringify(proposedPolicy({ ...proposal, rules: withNames(proposal.rules) }))))
          }
        >
          Take these rules
        </button>
      </p>
    </>
  )
}
