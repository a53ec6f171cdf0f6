import type { ItemRecord, NewDecision, ReconciliationRecord } from '@tallystick/client'
import { amountText } from '../../parts/amount-text.ts'
import { counted } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import type { Action } from '../use-call.ts'
import { sumsOf } from './chosen-items.ts'
import { DecisionForm } from './decision-form.tsx'
import { sidesOf, sideWordsOf } from './side-words.ts'

export type Deciding = 'accept' | 'carry' | 'comment' | undefined

interface DecisionBarProps {
  readonly chosen: readonly ItemRecord[]
  readonly nearest: ItemRecord | undefined
  readonly terms: Pick<ReconciliationRecord, 'statement' | 'isTurned'>
  readonly deciding: Deciding
  readonly onDeciding: (deciding: Deciding) => void
  readonly onDecide: (decision: Omit<NewDecision, 'items'>) => void
  readonly onChooseNearest: () => void
  readonly action: Action
  readonly me: string | undefined
}

/** What is chosen comes to, and what can be decided about it. */
export function DecisionBar(props: DecisionBarProps) {
  const { chosen, nearest, terms, deciding, onDeciding, onDecide, onChooseNearest, action, me } = props
  const sums = sumsOf(chosen, terms)
  const isBothSides = new Set(chosen.map(({ name }) => name.side)).size === 2
  const canMatch = chosen.length > 1 && sums.currency !== undefined && (isBothSides || sums.difference === '0')
  if (chosen.length === 0 && action.error === undefined) return null
  return (
    <section class="card decision-bar" aria-label="Decide">
      <Sums chosen={chosen} terms={terms} />
      <p class="actions">
        <button type="button" disabled={!canMatch || action.isBusy} onClick={() => onDecide({ kind: 'match' })}>
          {canMatch && sums.difference !== '0' ? 'Match, the rest stays open' : 'Match'}
        </button>
        <button type="button" class="quiet" aria-pressed={deciding === 'accept'} onClick={() => onDeciding('accept')}>
          Accept …
        </button>
        <button type="button" class="quiet" aria-pressed={deciding === 'carry'} onClick={() => onDeciding('carry')}>
          Carry over …
        </button>
        <button type="button" class="quiet" aria-pressed={deciding === 'comment'} onClick={() => onDeciding('comment')}>
          Note …
        </button>
        {me !== undefined && (
          <button
            type="button"
            class="quiet"
            disabled={action.isBusy}
            onClick={() => onDecide({ kind: 'assign', owner: me })}
          >
            Mine
          </button>
        )}
        <button type="button" class="quiet" disabled={action.isBusy} onClick={() => onDecide({ kind: 'flag' })}>
          Flag
        </button>
      </p>
      {nearest !== undefined && (
        <p class="small">
          Comes nearest:{' '}
          <button type="button" class="quiet small of-file" onClick={onChooseNearest}>
            {nearest.name.id}, {amountText(nearest.amount, nearest.currency)}
          </button>
        </p>
      )}
      {deciding !== undefined && (
        <DecisionForm
          key={deciding}
          kind={deciding}
          difference={isBothSides && sums.currency !== undefined ? sums.difference : undefined}
          currency={sums.currency ?? ''}
          isBusy={action.isBusy}
          onDecide={onDecide}
        />
      )}
      <FailureNotice error={action.error} />
    </section>
  )
}

function Sums({ chosen, terms }: Pick<DecisionBarProps, 'chosen' | 'terms'>) {
  const sums = sumsOf(chosen, terms)
  const { currency, difference } = sums
  if (currency === undefined)
    return (
      <p role="status">{counted(chosen.length, 'item')} of several currencies. Items of one currency can be matched.</p>
    )
  return (
    <p role="status">
      {counted(chosen.length, 'item')}
      {sidesOf(terms).map((side) => (
        <span key={side}>
          {' '}
          · {sideWordsOf(terms)[side]} <span class="amount">{amountText(sums[side], currency)}</span>
        </span>
      ))}{' '}
      · difference{' '}
      <strong class={difference === '0' ? 'amount good' : 'amount'}>{amountText(difference, currency)}</strong>
    </p>
  )
}
