import type { ChainReport, RunRecord } from '@tallystick/client'
import { useState } from 'preact/hooks'
import { placeText } from '../parts/plain-words.ts'
import { wordsOfCheck } from '../verify/check-words.ts'
import { DownloadButton } from './download-button.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo } from './session.ts'
import { useAction } from './use-call.ts'
import { ViewDownloads } from './view-downloads.tsx'

export function EvidencePanel({ run }: { readonly run: RunRecord }) {
  return (
    <>
      <ScopeNotice scopes={['evidence:read']} />
      {mayDo('evidence:read') && <ChainCheck run={run} />}
      <h2>Downloads</h2>
      <ViewDownloads run={run} />
      {mayDo('evidence:read') && (
        <>
          <p class="small soft">
            A pack is verified by anyone, without this service: on <a href="/verify">the page for it</a>, or with{' '}
            <code>npx tallystick verify</code>.
          </p>
          <Receipt run={run} />
        </>
      )}
    </>
  )
}

function Receipt({ run: { id, checkpoint, sequence, resultRoot } }: { readonly run: RunRecord }) {
  return (
    <section class="app-part">
      <h2>Receipt</h2>
      <dl class="app-figures">
        <div>
          <dt>Place in your log</dt>
          <dd class="count">{placeText(sequence)}</dd>
        </div>
        <div>
          <dt>Result root</dt>
          <dd class="hash-whole mono">{resultRoot ?? '–'}</dd>
        </div>
      </dl>
      {checkpoint !== null && <pre class="checkpoint">{checkpoint}</pre>}
      <DownloadButton
        label="Manifest as JSON"
        name={`${id}-evidence.json`}
        read={async () => new Blob([JSON.stringify(await client().runs.evidence(id), undefined, 2)])}
      />
    </section>
  )
}

function ChainCheck({ run: { id } }: { readonly run: RunRecord }) {
  const { isBusy, error, run } = useAction()
  const [report, setReport] = useState<ChainReport | undefined>()
  return (
    <section class="card">
      <h2>The chain</h2>
      <p>
        The service recomputes every link from the stored bytes, from the records to the signed checkpoint, and names
        the first that is broken.
      </p>
      <button
        type="button"
        disabled={isBusy}
        onClick={() => void run(async () => setReport(await client().explain.verifyProofChain(id)))}
      >
        {isBusy ? 'Verifying …' : 'Verify the chain'}
      </button>
      <FailureNotice error={error} />
      {report !== undefined && <ChainResult report={report} />}
    </section>
  )
}

function ChainResult({ report: { verified, checks, firstFailure } }: { readonly report: ChainReport }) {
  return (
    <div role="status">
      <p class={verified ? 'verdict good' : 'verdict bad'}>
        {verified
          ? 'Every link holds.'
          : `Not every link is proven; the first is “${wordsOfCheck(firstFailure ?? 'unknown').title}”.`}
      </p>
      <ol class="check-results">
        {checks.map(({ name, passed, detail, expected, actual }) => (
          <li key={name}>
            <span class={`state ${passed ? 'good' : 'bad'}`}>{passed ? 'holds' : 'does not hold'}</span>
            <strong>{wordsOfCheck(name).title}</strong>
            <span>{detail}</span>
            {!passed && expected !== null && (
              <p class="small">
                Wanted <code class="hash-whole">{expected}</code>
              </p>
            )}
            {!passed && actual !== null && (
              <p class="small">
                Got <code class="hash-whole">{actual}</code>
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
