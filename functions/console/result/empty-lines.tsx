import type { LineQuery, RunOverview } from '../engine-worker/engine-types.ts'

/** What stands in the place of lines. */

const emptyWords: { readonly [view in LineQuery['view']]: string } = {
  breaks: 'Nothing is open. Every record was matched, netted or left out by a rule: well kept books.',
  matches: 'Nothing was matched. The breaks say what came near.',
  suggestions: 'There is nothing to review: no rule suggested a match.',
  excluded: 'No rule left a record out.',
  netted: 'No records of one side cancelled each other out.',
}

export function NoLines({ run, view }: { readonly run: RunOverview; readonly view: LineQuery['view'] }) {
  const hasRecords = run.sides.source.recordCount + run.sides.target.recordCount > 0
  return (
    <div class="empty-part">
      <p>{hasRecords ? emptyWords[view] : 'Neither side has a record.'}</p>
    </div>
  )
}

export function NothingPasses({ onClear }: { readonly onClear: () => void }) {
  return (
    <div class="empty-part">
      <p>No line passes the filter.</p>
      <button type="button" class="quiet" onClick={onClear}>
        Show all lines
      </button>
    </div>
  )
}

export function LinesFault({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) {
  return (
    <div class="notice fault" role="alert">
      <p>The lines could not be read: {fault instanceof Error ? fault.message : String(fault)}</p>
      <button type="button" class="quiet" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
