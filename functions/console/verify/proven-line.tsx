import type { ProvenPart } from '../engine-worker/evidence-types.ts'
import { counted, placeText } from '../parts/plain-words.ts'
import { factsOf, kindOf, objectIn } from './json-facts.ts'
import './facts.css'

const shownRecordCountMax = 50

export function ProvenLine({ proven: { runId, leaf, records } }: { readonly proven: ProvenPart }) {
  if (leaf === undefined)
    return (
      <section class="card" aria-labelledby="proven-heading">
        <h2 id="proven-heading">What it proves</h2>
        <p class="of-file">That the receipt of {runId} is in the log. It shows no line of the result.</p>
      </section>
    )
  return (
    <section class="card" aria-labelledby="proven-heading">
      <h2 id="proven-heading">What it proves</h2>
      <p>
        This line of the result, and the records that it names. It says nothing of any other line, nor that there is no
        other about the same records.
      </p>
      <div class="proven-line">
        <h3>
          {kindOf(objectIn(leaf.line))}{' '}
          <span class="soft small of-file">{leaf.id ?? `line ${placeText(leaf.index)}`}</span>
        </h3>
        <Facts text={leaf.line} />
      </div>
      <div class="proven-sides">
        {(['source', 'target'] as const).map((side) => (
          <Records key={side} side={side} records={records[side]} />
        ))}
      </div>
    </section>
  )
}

const sideNames = { source: 'Source', target: 'Target' } as const

function Records({
  side,
  records,
}: {
  readonly side: 'source' | 'target'
  readonly records: ProvenPart['records']['source']
}) {
  const left = records.length - shownRecordCountMax
  return (
    <div>
      <h3>
        {sideNames[side]} <span class="soft small">{counted(records.length, 'record')}</span>
      </h3>
      {records.slice(0, shownRecordCountMax).map(({ id, line, lineNumber }) => (
        <div class="proven-record" key={`${id} ${lineNumber}`}>
          <Facts text={line} />
        </div>
      ))}
      {left > 0 && <p class="small soft">and {left} more in the file</p>}
    </div>
  )
}

function Facts({ text }: { readonly text: string }) {
  return (
    <>
      <dl class="json-facts">
        {factsOf(objectIn(text)).map(({ name, value }) => (
          <div key={name}>
            <dt class="of-file">{name}</dt>
            <dd class="of-file">{value}</dd>
          </div>
        ))}
      </dl>
      <details class="link-values">
        <summary>As it was hashed</summary>
        <pre class="of-file hashed-line">{text}</pre>
      </details>
    </>
  )
}
