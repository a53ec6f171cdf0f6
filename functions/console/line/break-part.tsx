import type { BreakLine } from '@tallystick/engine/result'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { LineDetail, LinePlace, NearestSet } from '../engine-worker/line-detail-types.ts'
import { causeSentence } from '../parts/cause-words.ts'
import { cut, grouped } from '../parts/plain-words.ts'
import { LineLink } from './line-link.tsx'
import { NearRecords } from './near-records.tsx'
import { failedRuleWords, failedWords } from './outcome-words.ts'
import { RecordComparison } from './record-comparison.tsx'
import { currencyOf, RecordList } from './record-list.tsx'
import { RuleChanges } from './rule-changes.tsx'
import { setWords } from './set-words.ts'

interface BreakRequest {
  readonly run: RunOverview
  readonly place: LinePlace
  readonly detail: LineDetail
  readonly line: BreakLine
}

export function BreakPart({ run, place, detail, line }: BreakRequest) {
  const { near, suggestions, repeats } = detail
  return (
    <>
      {line.cause !== undefined && <p class="of-file">{causeSentence(line.cause, detail.causeCount)}</p>}
      <SetPart set={detail.nearestSet} currency={detail.shown.currency} />
      <FailedCriterion detail={detail} line={line} />
      <LineLinks
        words="A rule suggests what it may belong to:"
        links={suggestions.map((place) => ({ name: `suggestion ${grouped(place.position + 1)}`, place }))}
      />
      <LineLinks words="It repeats" links={repeats.map(({ id, place }) => ({ name: id, place }))} />
      <Records run={run} place={place} detail={detail} />
      <NearRecords run={run} near={near} named={detail.rule?.name} isSet={line.total !== undefined} />
      <RuleChanges run={run} place={place} />
    </>
  )
}

interface LinksRequest {
  readonly words: string
  readonly links: readonly { readonly name: string; readonly place: LinePlace }[]
}

function LineLinks({ words, links }: LinksRequest) {
  if (links.length === 0) return null
  return (
    <p class="of-file">
      {words}{' '}
      {links.map(({ name, place }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <LineLink place={place}>{name}</LineLink>
        </span>
      ))}
    </p>
  )
}

/** The criterion that the line’s own records fail, or else that the nearest record fails. */
function FailedCriterion({ detail: { rule, missed, records }, line }: Pick<BreakRequest, 'detail' | 'line'>) {
  if (rule === null) return null
  const { reason, failed } = line
  const record = records.source[0] ?? records.target[0]
  const currency = record === undefined ? null : currencyOf(record.fields)
  return (
    <div class="failed-criterion">
      <p>
        Rule <bdi class="of-file rule-name">“{rule.name}”</bdi>, {rule.place} of {rule.ruleCount},{' '}
        {undecided.includes(reason) ? 'could not decide' : 'came nearest'}.{' '}
        {missed.map((outcome, place) => (
          <span key={place} class="of-file">
            It asks: {failedWords(outcome, currency)}{' '}
          </span>
        ))}
        {missed.length === 0 && <span class="of-file">{failedRuleWords(failed)}</span>}
      </p>
      <details class="unfolds">
        <summary>What this rule asks</summary>
        {rule.sentences.map((sentence) => (
          <p key={sentence} class="small of-file">
            {sentence}
          </p>
        ))}
      </details>
    </div>
  )
}

/** Reasons of breaks whose records may meet every criterion. */
const undecided: readonly BreakLine['reason'][] = ['ambiguous', 'duplicate', 'subset_limit', 'group_too_large']

/** Shows a pair side by side; other records as one list for each side. */
function Records({ run, place, detail }: Omit<BreakRequest, 'line'>) {
  const { records, outcomes, shown } = detail
  const [source, target] = [records.source[0], records.target[0]]
  const isPair = shown.recordCounts.source === 1 && shown.recordCounts.target === 1
  const failed = new Set(outcomes?.filter(({ outcome }) => outcome === 'fails').map(({ name }) => name))
  if (isPair && source !== undefined && target !== undefined)
    return <RecordComparison run={run} source={source} target={target} failed={failed} />
  return (
    <div class="record-lists">
      <RecordList run={run} place={place} detail={detail} side="source" />
      <RecordList run={run} place={place} detail={detail} side="target" />
    </div>
  )
}

interface SetRequest {
  readonly set: NearestSet | null
  readonly currency: string | null
}

/** The record that the nearest set with this record should add up to, with a link to its line. */
function SetPart({ set, currency }: SetRequest) {
  if (set === null) return null
  const name = cut(set.name)
  return (
    <p class="of-file">
      Part of {set.side} record {set.place === null ? name : <LineLink place={set.place}>{name}</LineLink>}:{' '}
      {setWords(set, currency)}.
    </p>
  )
}
