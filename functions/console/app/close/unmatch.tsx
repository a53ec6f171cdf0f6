import { counted } from '../../parts/plain-words.ts'
import { FailureNotice } from '../failure-notice.tsx'
import { useAction } from '../use-call.ts'
import { matchNames, type SeenItem } from './chosen-items.ts'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'

interface UnmatchProps extends Pick<StepProps, 'onChanged'> {
  readonly period: Pick<StepProps['period'], 'id' | 'revision'>
  readonly item: SeenItem
}

/** Takes the match or netted group of an item apart. Nothing where not all of its records are named. */
export function Unmatch({ period, item, onChanged }: UnmatchProps) {
  const action = useAction()
  const close = useClose()
  const items = matchNames(item)
  if (items === undefined) return null
  const unmatch = (): void =>
    void action.run(async () => {
      await close.decide(period, [{ kind: 'unmatch', items }])
      onChanged()
    })
  return (
    <div class="small soft">
      <button type="button" class="quiet small" disabled={action.isBusy} onClick={unmatch}>
        Unmatch
      </button>{' '}
      Where this is wrong: the {counted(items.length, 'item')} are open again, without the rest that they left, and no
      rule brings them together.
      <FailureNotice error={action.error} />
    </div>
  )
}
