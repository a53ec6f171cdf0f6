import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { RunOrigin, RunOverview } from '../engine-worker/engine-types.ts'
import { counted, rateText } from '../parts/plain-words.ts'
import { ExportMenu } from './export-menu.tsx'
import type { ResultAddress } from './result-address.ts'

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
        <div>
          <p class="small soft origin">{originWords[run.origin]}</p>
          <h1 class="of-file">{run.title}</h1>
        </div>
        <div class="actions no-print">
          <ExportMenu run={run} address={address} />
          <button type="button" class="quiet" onClick={onPrint}>
            Print
          </button>
        </div>
      </div>
      <RootLine root={run.resultRoot} />
      <RunFacts run={run} />
      {run.warnings.map((warning) => (
        <p key={warning} class="notice of-file">
          {warning}
        </p>
      ))}
    </header>
  )
}

function RootLine({ root }: { readonly root: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(root)
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <p class="root-line">
      <span class="label">Root</span>
      <code class="root">{root}</code>
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
    </p>
  )
}

function RunFacts({ run }: { readonly run: RunOverview }) {
  const { sides, summary, engine, policyHash } = run
  return (
    <dl class="run-facts">
      <Fact label="Matched">
        <strong class="match-rate">{rateText(summary.matchRate)}</strong>
        <span class="small soft">{counted(summary.matchCount, 'match', 'matches')}</span>
      </Fact>
      <Fact label="Open">
        <strong class="match-rate">{counted(summary.source.open + summary.target.open, 'record')}</strong>
        <span class="small soft">{counted(summary.breakCount, 'break')}</span>
      </Fact>
      {(['source', 'target'] as const).map((side) => (
        <Fact key={side} label={side === 'source' ? 'Source' : 'Target'}>
          <span class="of-file">{sides[side].name}</span>
          <span class="small soft">{counted(sides[side].recordCount, 'record')}</span>
        </Fact>
      ))}
      <Fact label="Engine">
        <span class="of-file">{engine}</span>
      </Fact>
      <Fact label="Policy hash">
        <code class="hash">{policyHash}</code>
      </Fact>
    </dl>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
