import type { CheckLine, VerifiedEvidence } from '../engine-worker/evidence-types.ts'
import { counted } from '../parts/plain-words.ts'
import { wordsOfCheck } from './check-words.ts'
import { trust } from './trust-choice.ts'
import { brokenIn, holdingWords, isUnapproved, verdictText } from './verdict-texts.ts'
import './facts.css'

export function Verdict({ evidence }: { readonly evidence: VerifiedEvidence }) {
  const { lines, run, log, runId, of } = evidence
  const { mark, title, detail } = verdictText({ evidence, trust: trust.value, host: location.host })
  const broken = isUnapproved(lines) ? undefined : brokenIn(lines)
  return (
    <section class={`card verdict-card ${mark}`} aria-labelledby="verdict-heading">
      <div role="status">
        <h2 id="verdict-heading">{title}</h2>
        <p>{detail}</p>
      </div>
      {broken !== undefined && <Broken line={broken} lines={lines} />}
      <dl class="verdict-facts">
        <Fact label={of === 'period' ? 'Period' : 'Run'} value={runId} isWide />
        {log !== undefined && <Fact label="Log" value={log.origin} isWide />}
        {log !== undefined && <Fact label="Size of the log" value={counted(log.size, 'entry', 'entries')} />}
        <Fact label="Checks that hold" value={holdingWords(lines)} isWide />
      </dl>
      {run === undefined && of === 'pack' && broken === undefined && (
        <p class="small soft">
          A result is shown once the replay has come to the same bytes: the last of the links says why it did not here.
        </p>
      )}
      <p class="actions no-print">
        {run !== undefined && (
          <a class="button" href={`/result/${run.id}`}>
            Open the result
          </a>
        )}
        <button type="button" class="quiet" onClick={() => window.print()}>
          Print
        </button>
      </p>
    </section>
  )
}

function Broken({ line, lines }: { readonly line: CheckLine; readonly lines: readonly CheckLine[] }) {
  const { title, broken, still } = wordsOfCheck(line.name)
  const others = lines.filter(({ name, verdict }) => verdict === 'does not hold' && name !== line.name)
  return (
    <div class="broken-link" role="alert">
      <p>
        The first broken link: <strong>{title}</strong> <code class="small">{line.name}</code>
      </p>
      <p>{meaningOf(line, broken)}</p>
      <p>
        <strong>What can be relied on:</strong> {still}
      </p>
      {others.length > 0 && (
        <p class="small">Broken as well: {others.map(({ name }) => wordsOfCheck(name).title).join(', ')}.</p>
      )}
    </div>
  )
}

/** Where the visitor chose the keys, a signature by other keys need not be a fault of the file. */
const meaningOf = ({ name }: CheckLine, broken: string): string =>
  name === 'checkpointSignature' && trust.value.from !== 'brought'
    ? 'None of the keys that you chose has signed the log. Either others made this file, or the key that signed it is missing from your list, such as an old one.'
    : broken

interface FactProps {
  readonly label: string
  readonly value: string
  readonly isWide?: boolean
}

const Fact = ({ label, value, isWide = false }: FactProps) => (
  <div class={isWide ? 'wide' : ''}>
    <dt>{label}</dt>
    <dd class="of-file">{value}</dd>
  </div>
)
