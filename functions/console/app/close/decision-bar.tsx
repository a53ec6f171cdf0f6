import type { ItemRecord, NewDecision, ReconciliationRecord } from '@tallystick/client'
import { isOpenState } from '@tallystick/engine/close'
import { amountText } from '../../parts/amount-text.ts'
import { counted } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import type { Action } from '../use-call.ts'
import { sumsOf } from './chosen-items.ts'
import { DecisionForm } from './decision-form.tsx'
import { sidesOf, sideWordsOf } from './side-words.ts'

export type Deciding = 'accept' | 'carry' | 'comment' | 'withdraw' | undefined

interface DecisionBarProps {
  readonly chosen: readonly ItemRecord[]
  readonly nearest: ItemRecord | undefined
  readonly terms: Pick<ReconciliationRecord, 'statement' | 'isTurned'>
  readonly lastDay: string
  readonly deciding: Deciding
  readonly onDeciding: (deciding: Deciding) => void
  readonly onDecide: (decision: Omit<NewDecision, 'items'>) => void
  readonly onChooseNearest: () => void
  readonly action: Action
  readonly me: string | undefined
}

/** What is chosen comes to, and what can be decided about it. */
export function DecisionBar(props: DecisionBarProps) {
  const { chosen, nearest, terms, lastDay, deciding, onDecide, onChooseNearest, action } = props
  const sums = sumsOf(chosen, terms)
  const isBothSides = areOfBothSides(chosen)
  if (chosen.length === 0 && action.error === undefined) return null
  return (
    <section class="card decision-bar" aria-label="Decide">
      <Sums chosen={chosen} terms={terms} />
      <Acts {...props} />
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
          lastDay={lastDay}
          onDecide={onDecide}
        />
      )}
      <FailureNotice error={action.error} />
    </section>
  )
}

const areOfBothSides = (chosen: readonly ItemRecord[]): boolean =>
  new Set(chosen.map(({ name }) => name.side)).size === 2

const formNames = { accept: 'Accept …', carry: 'Carry over …', withdraw: 'Withdraw …', comment: 'Note …' } as const

function Acts(props: DecisionBarProps) {
  const { chosen, deciding, onDeciding, onDecide, action, me } = props
  const isRepeated = chosen.length > 0 && chosen.every(({ state }) => state === 'repeated')
  return (
    <p class="actions">
      {isRepeated ? (
        <button type="button" disabled={action.isBusy} onClick={() => onDecide({ kind: 'keep' })}>
          {chosen.length === 1 ? 'Keep it: a record of its own' : 'Keep them: records of their own'}
        </button>
      ) : (
        <MatchButton {...props} />
      )}
      {formsOf(chosen, isRepeated).map((kind) => (
        <button
          key={kind}
          type="button"
          class="quiet"
          aria-pressed={deciding === kind}
          onClick={() => onDeciding(kind)}
        >
          {formNames[kind]}
        </button>
      ))}
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
  )
}

/** A record that counts in no total is only noted. */
const formsOf = (chosen: readonly ItemRecord[], isRepeated: boolean) =>
  (['accept', 'carry', 'withdraw', 'comment'] as const).filter(
    (kind) =>
      kind === 'comment' || (!isRepeated && (kind !== 'withdraw' || chosen.every(({ state }) => isOpenState(state)))),
  )

function MatchButton({ chosen, terms, onDecide, action }: DecisionBarProps) {
  const sums = sumsOf(chosen, terms)
  const canMatch =
    chosen.length > 1 && sums.currency !== undefined && (areOfBothSides(chosen) || sums.difference === '0')
  return (
    <button type="button" disabled={!canMatch || action.isBusy} onClick={() => onDecide({ kind: 'match' })}>
      {canMatch && sums.difference !== '0' ? 'Match, the rest stays open' : 'Match'}
    </button>
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
