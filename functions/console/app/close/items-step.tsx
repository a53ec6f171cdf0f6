import { EmptyPlace } from '../empty-place.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { MoreButton } from '../more-button.tsx'
import { keyOf, nearestItem, toggled } from './chosen-items.ts'
import { DecisionBar } from './decision-bar.tsx'
import { Decisions } from './decisions.tsx'
import { groupsOf, ItemTable } from './item-table.tsx'
import { ItemsFilter } from './items-filter.tsx'
import { NotRun } from './not-run.tsx'
import type { StepProps } from './step-props.ts'
import { useClose } from './use-close.ts'
import { useDecisions } from './use-decisions.ts'
import { useItemFilter, usePeriodItems } from './use-period-items.ts'

/** The work list of a period: what is open, and what is decided about it. */
export function ItemsStep(props: StepProps) {
  const { period } = props
  if (period.runId === null) return <NotRun periodId={period.id} />
  return (
    <>
      <WorkList {...props} />
      <Decisions {...props} />
    </>
  )
}

function WorkList(props: StepProps) {
  const { period, reconciliation: terms } = props
  const [filter, setFilter] = useItemFilter()
  const list = usePeriodItems(period, filter)
  const groups = groupsOf(list.items)
  const work = useDecisions(props, list.isStale ? [] : groups.flatMap(({ items }) => items))
  const { isOpen, keys, chosen, choose, deciding, setDeciding, decide, isWaiting, action, at, me } = work
  const nearest = nearestItem(list.items, chosen, terms)
  return (
    <>
      <ItemsFilter terms={terms} filter={filter} onChange={setFilter} me={me} />
      {isOpen && (
        <DecisionBar
          {...{ chosen, nearest, terms, deciding, action, me }}
          lastDay={period.last}
          onDeciding={(each) => setDeciding(each === deciding ? undefined : each)}
          onDecide={decide}
          onChooseNearest={() => nearest && choose(toggled(keys, keyOf(nearest)))}
        />
      )}
      {isWaiting && (
        <p class="notice app-notice" role="status">
          This waits for the approval of somebody else, and has no effect until then.
        </p>
      )}
      <FailureNotice error={list.error} onRetry={list.reload} />
      {list.items.length > 0 ? (
        <div class="item-list" inert={list.isStale} aria-busy={list.isStale}>
          <ItemTable
            period={period}
            groups={groups}
            terms={terms}
            chosen={keys}
            onChoose={choose}
            isOpen={isOpen}
            onChanged={props.onChanged}
            at={at}
          />
        </div>
      ) : (
        list.error === undefined && <Nothing isLoading={list.isLoading} periodId={period.id} />
      )}
      <MoreButton list={list} />
      {isOpen && (
        <p class="small soft">
          Keys: <kbd>j</kbd> <kbd>k</kbd> go through the items, <kbd>x</kbd> chooses one, <kbd>m</kbd> matches,{' '}
          <kbd>a</kbd> accepts, <kbd>c</kbd> carries over, <kbd>n</kbd> notes,{' '}
          {me !== undefined && (
            <>
              <kbd>o</kbd> makes them yours,{' '}
            </>
          )}
          <kbd>z</kbd> takes your last decision back.
        </p>
      )}
    </>
  )
}

const Nothing = ({ isLoading, periodId }: { readonly isLoading: boolean; readonly periodId: string }) =>
  isLoading ? (
    <p aria-busy="true">Asking for the items …</p>
  ) : (
    <EmptyPlace title="Nothing here">
      <p>
        No item passes these filters. Where nothing is undecided, go on to the{' '}
        <a href={`${useClose().periodPath(periodId)}?step=balances`}>balances</a>.
      </p>
    </EmptyPlace>
  )
