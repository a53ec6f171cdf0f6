import { useState } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { NearRecord } from '../engine-worker/line-detail-types.ts'
import { CriteriaList } from './criteria-list.tsx'
import { LineLink } from './line-link.tsx'
import { missWords } from './outcome-words.ts'
import { RecordComparison } from './record-comparison.tsx'
import { currencyOf, RecordWords } from './record-list.tsx'
import { recordPlace } from './record-place.ts'

interface NearRequest {
  readonly run: RunOverview
  readonly near: readonly NearRecord[]
  readonly named: string | undefined
  /** Whether the records came near together, as one sum. */
  readonly isSet: boolean
}

export function NearRecords({ run, near, named, isSet }: NearRequest) {
  if (near.length === 0) return null
  const count = near.length === 1 ? 'One record' : `${near.length} records${isSet ? ' together' : ''}`
  return (
    <section>
      <h3>{count} came near</h3>
      <ul class="near-records">
        {near.map((each) => (
          <Near key={`${each.record.side}:${each.record.id}`} run={run} near={each} named={named} isSet={isSet} />
        ))}
      </ul>
    </section>
  )
}

interface NearOneRequest extends Omit<NearRequest, 'near'> {
  readonly near: NearRecord
}

function Near({ run, near, named, isSet }: NearOneRequest) {
  const [isOpen, setOpen] = useState(false)
  const { record, own, takenBy, rule, outcomes } = near
  const failed = outcomes.filter(({ outcome }) => outcome === 'fails')
  const isPair = own !== null && own.side !== record.side
  return (
    <li class="near-record">
      <RecordWords record={record} />
      <span class="record-place of-file">
        {record.side}, {recordPlace(run, record)}
      </span>
      {rule !== null && rule !== named && (
        <p class="small soft">
          Under rule <bdi class="of-file">“{rule}”</bdi>
        </p>
      )}
      <ul class="misses">
        {failed.map((outcome, place) => (
          <li key={place} class="of-file">
            Misses: {missWords(outcome, currencyOf(record.fields))}
          </li>
        ))}
        {failed.length === 0 && outcomes.length > 0 && (
          <li>
            {isSet ? 'One of the sum' : takenBy === null ? 'Fits as well as the others' : 'Every criterion holds'}
          </li>
        )}
        {outcomes.length === 0 && <li>Came near</li>}
      </ul>
      {takenBy !== null && (
        <p class="small taken-by">
          Taken by{' '}
          {takenBy.place === null ? <code>{takenBy.id}</code> : <LineLink place={takenBy.place}>{takenBy.id}</LineLink>}
        </p>
      )}
      <button type="button" class="quiet small-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close the comparison' : 'Compare side by side'}
      </button>
      {isOpen && (
        <div class="near-comparison">
          {rule !== null && rule === named && (
            <p class="small soft">
              Under rule <bdi class="of-file">“{rule}”</bdi>
            </p>
          )}
          <CriteriaList outcomes={outcomes} currency={currencyOf(record.fields)} />
          {isPair && own !== null && (
            <RecordComparison
              run={run}
              source={record.side === 'source' ? record : own}
              target={record.side === 'source' ? own : record}
              failed={new Set(failed.map(({ name }) => name))}
            />
          )}
        </div>
      )}
    </li>
  )
}
