import { explanationOf } from '@tallystick/audit/report/explanation'
import type { RecordLine } from '@tallystick/audit/report/shown-record'
import { useContext } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { LineDetail as Detail, LinePlace } from '../engine-worker/line-detail-types.ts'
import { BreakPart } from './break-part.tsx'
import { LineFacts } from './line-facts.tsx'
import { ProofOfLine } from './proof-of-line.tsx'
import { RunEvidenceContext } from './run-evidence.ts'
import { SettledPart } from './settled-part.tsx'
import type { LineState } from './use-line-detail.ts'
import './line-detail.css'
import './line-parts.css'

interface DetailRequest {
  readonly run: RunOverview
  readonly place: LinePlace
  readonly state: LineState
}

export function LineDetail({ run, place, state: { detail, isLate, isMissing, fault } }: DetailRequest) {
  if (fault !== undefined)
    return (
      <p class="notice fault" role="alert">
        The line could not be read: {fault}. Close it and open it again; if that does not help, make the run again.
      </p>
    )
  if (isMissing)
    return <p class="notice">This result has no such line: the link is of another result, or of other rules.</p>
  if (detail === undefined) return <div class="line-waits-whole" aria-busy="true" />
  return (
    <div class={isLate ? 'line-detail late' : 'line-detail'} aria-busy={isLate}>
      <LineContent key={idOf(detail)} run={run} place={place} detail={detail} />
    </div>
  )
}

const idOf = ({ shown }: Detail): string => `${shown.leaf} ${shown.rows[0]?.id}`

function LineContent({ run, place, detail }: Omit<DetailRequest, 'state'> & { readonly detail: Detail }) {
  const evidence = useContext(RunEvidenceContext)
  const [head] = detail.shown.rows
  if (head === undefined) return null
  const { line } = head
  const said = saidOf(line, head.currency)
  return (
    <>
      {said !== undefined && <p class="explanation of-file">{sentence(said)}</p>}
      {line.kind === 'break' ? (
        <BreakPart run={run} place={place} detail={detail} line={line} />
      ) : (
        <SettledPart run={run} place={place} detail={detail} line={line} />
      )}
      <LineFacts head={head} shown={detail.shown} />
      <ProofOfLine evidence={evidence} origin={run.origin} id={head.id} leaf={detail.shown.leaf} />
    </>
  )
}

/**
 * The report's words for a line, without the parts that the page says in sentences of their own: the failed rule, causes,
 * sets, sums and ties.
 */
function saidOf(line: RecordLine, currency: string | null): string | undefined {
  if (line.kind === 'excluded' || (line.kind === 'break' && line.partOf !== undefined)) return undefined
  if (line.kind === 'break') {
    const { failed: _, suggested: __, repeats: ___, cause: ____, ...rest } = line
    return explanationOf(rest, currency ?? undefined)
  }
  if ('decision' in line) return explanationOf(line, currency ?? undefined)
  const { sum: _, similarity: __, interchangeable: ___, ambiguous: ____, ...rest } = line
  return explanationOf(rest, currency ?? undefined)
}

const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
