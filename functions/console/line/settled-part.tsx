import type { RecordLine } from '@tallystick/audit/report/shown-record'
import type { MatchLine, NettedLine } from '@tallystick/engine/result'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import type { LineDetail, LinePlace } from '../engine-worker/line-detail-types.ts'
import { counted, grouped } from '../parts/plain-words.ts'
import { CriteriaList } from './criteria-list.tsx'
import { RecordComparison } from './record-comparison.tsx'
import { currencyOf, RecordList } from './record-list.tsx'

interface SettledRequest {
  readonly run: RunOverview
  readonly place: LinePlace
  readonly detail: LineDetail
  readonly line: Exclude<RecordLine, { readonly kind: 'break' }>
}

export function SettledPart({ run, place, detail, line }: SettledRequest) {
  const { rule, outcomes, records, shown } = detail
  const [source, target] = [records.source[0], records.target[0]]
  const isPair = shown.recordCounts.source === 1 && shown.recordCounts.target === 1
  const record = source ?? target
  return (
    <>
      {rule !== null && <RuleOfLine detail={detail} line={line} />}
      {outcomes !== null && (
        <section>
          <h3>Evidence</h3>
          <CriteriaList outcomes={outcomes} currency={record === undefined ? null : currencyOf(record.fields)} />
        </section>
      )}
      <section>
        <h3>{isPair ? 'Both records' : 'Records'}</h3>
        {isPair && source !== undefined && target !== undefined ? (
          <RecordComparison run={run} source={source} target={target} failed={noNames} />
        ) : (
          <div class="record-lists">
            <RecordList run={run} place={place} detail={detail} side="source" />
            <RecordList run={run} place={place} detail={detail} side="target" />
          </div>
        )}
      </section>
    </>
  )
}

const noNames: ReadonlySet<string> = new Set()

const verbs = {
  match: 'matched them',
  suggestion: 'suggests them; the records stay open',
  netted: 'netted them',
  excluded: 'left them out',
} as const

function RuleOfLine({ detail: { rule }, line }: Pick<SettledRequest, 'detail' | 'line'>) {
  if (rule === null) return null
  return (
    <section class="failed-criterion">
      <p>
        Rule <bdi class="of-file rule-name">“{rule.name}”</bdi>, {rule.place} of {rule.ruleCount}, {verbs[line.kind]}.
      </p>
      {rule.sentences.map((sentence) => (
        <p key={sentence} class="small of-file">
          {sentence}
        </p>
      ))}
      {line.kind !== 'excluded' && !('decision' in line) && <p class="small soft">{choiceWords(line, rule.pass)}</p>}
    </section>
  )
}

function choiceWords(line: MatchLine | NettedLine, pass: NonNullable<LineDetail['rule']>['pass']): string {
  const counts =
    pass === null
      ? ''
      : ` The rule had ${counted(pass.candidates, 'candidate')} and took ${grouped(pass.matches)} in all.`
  if (line.interchangeable === true)
    return `Several records are equal in all that the rules read: whichever is taken, the result says the same.${counts}`
  if (line.ambiguous === true)
    return `Another choice was as good${line.kind === 'suggestion' ? '' : ', and the rule takes the first by id'}.${counts}`
  return `There was no tie to decide, and no rule before this one took the records.${counts}`
}
