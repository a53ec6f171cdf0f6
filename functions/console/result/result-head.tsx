import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { RunOrigin, RunOverview } from '../engine-worker/engine-types.ts'
import { unkeptRuns } from '../local-run/kept-results.ts'
import { amountTexts } from '../parts/amount-text.ts'
import { counted, grouped, periodText, rateText, shortHash } from '../parts/plain-words.ts'
import { ExportMenu } from './export-menu.tsx'
import { LeftOut } from './left-out.tsx'
import type { ResultAddress } from './result-address.ts'
import { RunWarnings } from './run-warnings.tsx'

const originWords: { readonly [origin in RunOrigin]: string } = {
  local: 'Reconciled on your machine. Nothing was uploaded, and nobody has sealed it.',
  pack: 'Opened from an evidence pack, and made again on your machine with the same root.',
  stored: 'Stored by the service, sealed with a receipt.',
}

interface HeadRequest {
  readonly run: RunOverview
  readonly address: ResultAddress
  readonly onPrint: () => void
}

export function ResultHead({ run, address, onPrint }: HeadRequest) {
  return (
    <header class="result-head">
      <div class="result-title">
        <div class="result-name">
          <h1 class="of-file">{run.title}</h1>
          <p class="small soft">
            {periodText({ from: run.since, to: run.asOf })}
            {run.origin === 'local' && ` · ${keptWords(run.id)}`}
          </p>
        </div>
        <div class="actions no-print">
          <ExportMenu run={run} address={address} />
          <button type="button" class="quiet" onClick={onPrint}>
            Print
          </button>
        </div>
      </div>
      <RunWarnings run={run} />
      <LeftOut run={run} />
      <div class="run-line">
        <RunFacts run={run} />
        <Evidence run={run} />
      </div>
    </header>
  )
}

function keptWords(id: string): string {
  const state = unkeptRuns.value.get(id)
  if (state === 'refused') return 'not kept: leaving this page loses it'
  return state === undefined ? 'kept on this machine' : 'being kept on this machine'
}

function RunFacts({ run }: { readonly run: RunOverview }) {
  const { sides, summary, reasons } = run
  const stake = reasons.length === 0 ? [] : amountTexts(run.atStake)
  return (
    <dl class="run-facts">
      <Fact label="Matched">
        <strong>{rateText(summary.matchRate)}</strong>{' '}
        <span class="soft">{counted(summary.matchCount, 'match', 'matches')}</span>
      </Fact>
      <Fact label="Open">
        <strong>{counted(summary.breakCount, 'break')}</strong>{' '}
        <span class="soft">{stake.length > stakeCountMax ? `${stake.length} currencies` : stake.join(', ')}</span>
      </Fact>
      {(['source', 'target'] as const).map((side) => (
        <Fact key={side} label={side === 'source' ? 'Source' : 'Target'}>
          <span class="of-file side-name" title={sides[side].name}>
            {sides[side].name}
          </span>{' '}
          <span class="soft">{grouped(sides[side].recordCount)}</span>
        </Fact>
      ))}
    </dl>
  )
}

/** The most currencies whose amounts stand beside each other. */
const stakeCountMax = 2

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Root, engine and policy in one line that opens, as the hash of a commit does. */
function Evidence({ run: { origin, resultRoot, engine, policyHash } }: { readonly run: RunOverview }) {
  return (
    <details class="run-evidence">
      <summary>
        Root <code>{shortHash(resultRoot)}</code>
      </summary>
      <p class="small origin">{originWords[origin]}</p>
      <dl>
        <dt>Root</dt>
        <dd>
          <code class="root">{resultRoot}</code>
          <CopyRoot root={resultRoot} />
        </dd>
        <dt>Engine</dt>
        <dd class="of-file">{engine}</dd>
        <dt>Policy hash</dt>
        <dd>
          <code class="hash">{policyHash}</code>
        </dd>
      </dl>
    </details>
  )
}

function CopyRoot({ root }: { readonly root: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(root)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <>
      <button
        type="button"
        class="quiet small-button no-print"
        onClick={() => void copy().catch(() => setCopied(false))}
      >
        {isCopied ? 'Copied' : 'Copy the root'}
      </button>
      <span class="hidden" role="status">
        {isCopied ? 'The root is on the clipboard.' : ''}
      </span>
    </>
  )
}
