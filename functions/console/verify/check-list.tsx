import type { CheckLine } from '../engine-worker/evidence-types.ts'
import { counted } from '../parts/plain-words.ts'
import { wordsOfCheck } from './check-words.ts'
import './check-list.css'

interface ListRequest {
  readonly lines: readonly CheckLine[]
  readonly isWhole: boolean
}

export function CheckList({ lines, isWhole }: ListRequest) {
  return (
    <section class="card" aria-labelledby="links-heading">
      <h2 id="links-heading">The links</h2>
      <p class="hidden" role="status">
        {isWhole ? `${counted(lines.length, 'check')} made` : ''}
      </p>
      <ol class="links">
        {lines.map((line) => (
          <Link key={line.name} line={line} />
        ))}
      </ol>
    </section>
  )
}

const marks: { readonly [verdict in CheckLine['verdict']]: string } = {
  holds: 'good',
  'does not hold': 'bad',
  'not judged': 'warn',
  'not proven': 'warn',
  'not covered': 'plain',
}

function Link({ line }: { readonly line: CheckLine }) {
  const { name, verdict, detail } = line
  return (
    <li class={`link ${marks[verdict]}`}>
      <span class="link-verdict">{verdict}</span>
      <div>
        <p class="link-title">
          <strong>{wordsOfCheck(name).title}</strong> <code class="small soft">{name}</code>
        </p>
        <p class="of-file">{detail}</p>
        <Values line={line} />
      </div>
    </li>
  )
}

/** A value may be as long as all rules of a run. This many characters are enough to recognise it. */
const valueLengthMax = 2_000

function Values({ line: { verdict, value, expected, found } }: { readonly line: CheckLine }) {
  const values = [
    { label: 'Recomputed', value },
    { label: 'Expected', value: expected },
    { label: 'Found', value: found },
  ].flatMap(({ label, value: text }) => (text == null || text === '' ? [] : [{ label, text }]))
  if (values.length === 0) return null
  return (
    <details class="link-values" open={verdict === 'does not hold'}>
      <summary>{verdict === 'does not hold' ? 'Expected and found' : 'Value'}</summary>
      <dl>
        {values.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <code class="of-file">{text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)} …` : text}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
