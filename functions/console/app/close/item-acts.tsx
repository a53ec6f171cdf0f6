import type { NewDecision } from '@tallystick/client'
import type { ComponentChildren } from 'preact'
import { counted } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'
import { matchNames, type SeenItem } from './chosen-items.ts'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'

interface ItemActsProps extends Pick<StepProps, 'onChanged'> {
  readonly period: Pick<StepProps['period'], 'id' | 'revision'>
  readonly item: SeenItem
}

/**
 * What can be decided about an item that is settled or counted before: to take its match or netted group apart, where all
 * of its records are named, or to keep a repeated one. Nothing for other items.
 */
export function ItemActs({ item, ...props }: ItemActsProps) {
  const items = matchNames(item)
  if (items !== undefined)
    return (
      <ItemAct {...props} label="Unmatch" decision={{ kind: 'unmatch', items }}>
        Where this is wrong: the {counted(items.length, 'item')} are open again, without the rest that they left, and no
        rule brings them together.
      </ItemAct>
    )
  if (item.state !== 'repeated') return null
  return (
    <ItemAct {...props} label="Keep" decision={{ kind: 'keep', items: [item.name] }}>
      Where this happened twice: it is a record of its own, and counts.
    </ItemAct>
  )
}

interface ItemActProps extends Omit<ItemActsProps, 'item'> {
  readonly label: string
  readonly decision: NewDecision
  /** What follows of it. */
  readonly children: ComponentChildren
}

function ItemAct({ period, onChanged, label, decision, children }: ItemActProps) {
  const action = useAction()
  const close = useClose()
  const decide = (): void =>
    void action.run(async () => {
      await close.decide(period, [decision])
      onChanged()
    })
  return (
    <div class="small soft">
      <button type="button" class="quiet small" disabled={action.isBusy} onClick={decide}>
        {label}
      </button>{' '}
      {children}
      <FailureNotice error={action.error} />
    </div>
  )
}
