import type { RunRecord } from '@tallystick/client'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import type { RunOverview } from '../engine-worker/engine-types.ts'
import { type StoredProof, storedRecordCountMax } from '../engine-worker/stored-types.ts'
import type { RunEvidence } from '../line/run-evidence.ts'
import { RunEvidenceContext } from '../line/run-evidence.ts'
import { grouped } from '../parts/plain-words.ts'
import { RunResult } from '../result/run-result.tsx'
import { FailureNotice } from './failure-notice.tsx'
import { failureText } from './failure-text.ts'
import { RunFigures } from './run-figures.tsx'
import { RunTitle } from './run-title.tsx'
import { ScopeNotice } from './scope-notice.tsx'
import { client, mayDo, noteFailure } from './session.ts'
import { useStoredRun } from './use-stored-run.ts'
import { ViewDownloads } from './view-downloads.tsx'

export function StoredResult({ run }: { readonly run: RunRecord }) {
  const isReadable = mayDo('evidence:read')
  const evidence = useMemo(() => (isReadable ? storedEvidence(run.id) : undefined), [run.id, isReadable])
  return (
    <OpenedRun run={run} head={<RunTitle run={run} />}>
      {(overview, proof) => (
        <RunEvidenceContext.Provider value={evidence}>
          <ProofNote proof={proof} />
          <RunResult key={overview.id} run={overview} />
        </RunEvidenceContext.Provider>
      )}
    </OpenedRun>
  )
}

interface OpenedRunProps {
  readonly run: RunRecord
  /** Shown above the figures of the run while it is not open. */
  readonly head?: ComponentChildren
  readonly children: (overview: RunOverview, proof: StoredProof) => ComponentChildren
}

/** Opens a run and shows `children`. Until it is open, shows its figures and other ways to get the result. */
export function OpenedRun({ run, head, children }: OpenedRunProps) {
  if (!mayDo('datasets:read'))
    return (
      <>
        {head}
        <ScopeNotice scopes={['datasets:read']} />
        <Instead run={run} />
      </>
    )
  return (
    <Opening run={run} head={head}>
      {children}
    </Opening>
  )
}

function Opening({ run, head, children }: OpenedRunProps) {
  const { opening, progress, error, open, cancel } = useStoredRun(run)
  if (opening?.kind === 'open') return <>{children(opening.run, opening.proof)}</>
  if (progress !== undefined)
    return (
      <>
        {head}
        <section class="card" role="status">
          <p>{progress.step} …</p>
          <progress value={progress.ratio} max={1} aria-label={progress.step} />
          <p class="actions">
            <button type="button" class="quiet" onClick={cancel}>
              Cancel
            </button>
          </p>
        </section>
      </>
    )
  return (
    <>
      {head}
      <FailureNotice error={error} onRetry={open} />
      {opening?.kind === 'differs' && <Differing proof={opening.proof} />}
      {opening?.kind === 'too-large' && (
        <p class="notice app-notice">
          This run has {grouped(opening.recordCount)} records: a page opens up to {grouped(storedRecordCountMax)}. What
          follows works for any size.
        </p>
      )}
      {error === undefined && (opening === undefined || opening.kind === 'cancelled') && (
        <section class="card">
          <p>
            The records and rules of this run are fetched, and the engine in this page makes it again, on your own
            machine: {grouped(run.source.recordCount + run.target.recordCount)} records.
          </p>
          <button type="button" onClick={open}>
            Open it in this page
          </button>
        </section>
      )}
      <Instead run={run} />
    </>
  )
}

function Instead({ run }: { readonly run: RunRecord }) {
  return (
    <>
      <RunFigures run={run} />
      <h2>Downloads</h2>
      <ViewDownloads run={run} />
    </>
  )
}

function ProofNote({ proof: { checks, engineHere } }: { readonly proof: StoredProof }) {
  return (
    <details class="unfolds proof-note">
      <summary>
        <span aria-hidden="true">✓</span> Made again in this page by engine {engineHere}: the lines have the root that
        the receipt names.
      </summary>
      <CheckList checks={checks} />
    </details>
  )
}

function Differing({ proof: { checks, engine, engineHere } }: { readonly proof: StoredProof }) {
  return (
    <div class="notice app-notice fault" role="alert">
      <p class="notice-title">What this page computes is not what the receipt names</p>
      <p>
        {engine === engineHere
          ? 'The stored records or rules are not those of the run. Verify the chain under Evidence: it names the broken link.'
          : `The run was made by engine ${engine}, and this page has engine ${engineHere}. Replay the run to have it under this engine, or download its evidence.`}{' '}
        No lines are shown, since they would not be those that were signed.
      </p>
      <CheckList checks={checks} />
    </div>
  )
}

const checkLabels = { source: 'Source records', target: 'Target records', policy: 'Rules', result: 'Result' } as const

function CheckList({ checks }: Pick<StoredProof, 'checks'>) {
  return (
    <ul class="check-results">
      {checks.map(({ name, expected, found }) => (
        <li key={name}>
          <span class={`state ${expected === found ? 'good' : 'bad'}`}>{expected === found ? 'same' : 'differs'}</span>
          <span>{checkLabels[name]}</span>
          <code class="hash-whole">{found}</code>
          {expected !== found && (
            <p class="small">
              Wanted <code class="hash-whole">{expected}</code>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The evidence of a stored run, as the service sealed it. Throws errors worded for a visitor. */
const storedEvidence = (id: string): RunEvidence => ({
  proofOf: (leaf) =>
    noting(async () => {
      const proof = await client().runs.proof(id, { leaf })
      return new Blob([JSON.stringify(proof, undefined, 2)], { type: 'application/json' })
    }),
  pack: () => noting(async () => new Response(await client().runs.evidencePack(id)).blob()),
})

/** Signs this tab out where the key turns out to be invalid. */
async function noting(read: () => Promise<Blob>): Promise<Blob> {
  try {
    return await read()
  } catch (error) {
    noteFailure(error)
    const { detail } = failureText(error)
    throw new Error(detail.replace(/\.$/, ''), { cause: error })
  }
}
