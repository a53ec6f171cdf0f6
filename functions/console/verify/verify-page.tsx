import { usePageTitle } from '../parts/page-title.ts'
import { faultText } from '../parts/plain-words.ts'
import { CheckList } from './check-list.tsx'
import { EvidenceFault } from './evidence-fault.tsx'
import { EvidencePlace } from './evidence-place.tsx'
import { type EvidenceState, evidence } from './evidence-state.ts'
import { KeyChoice } from './key-choice.tsx'
import { PeriodReportPart } from './period-report.tsx'
import { ProvenLine } from './proven-line.tsx'
import { trust } from './trust-choice.ts'
import { Unproven } from './unproven.tsx'
import { Verdict } from './verdict.tsx'
import { brokenIn, isOnlyUnsigned, isUnapproved } from './verdict-texts.ts'
import './verify-page.css'

export function VerifyPage() {
  usePageTitle('Verify')
  const state = evidence.value
  return (
    <article class="verify">
      <header class="verify-opening">
        <h1>Verify evidence</h1>
        <p>
          Drop the pack of a run or of a period, or the proof of a line. Every hash, proof and signature is computed
          again on your own machine, and the run is made again from its records. Nothing is uploaded, and it works
          without a network.
        </p>
      </header>
      <EvidencePlace />
      {state !== undefined && <Verified state={state} />}
      {state === undefined && <WhatIsChecked />}
    </article>
  )
}

function Verified({ state }: { readonly state: EvidenceState }) {
  const { end, fault, lines } = state
  const opened = end ?? state.before
  // A broken link is shown first; without one, the choice of keys comes first.
  const isJudged = isUnapproved(lines) || isOnlyUnsigned({ lines, trust: trust.value })
  const isBroken = brokenIn(lines) !== undefined && !isJudged
  const links = lines.length > 0 && <CheckList key="links" lines={lines} isWhole={end?.kind === 'verified'} />
  if (fault !== undefined)
    return (
      <div class="notice fault" role="alert">
        <p>
          <strong>The verification failed.</strong> {faultText(fault)}
        </p>
        <p>The evidence was not judged. Choose the file again; if that fails as well, load this page anew.</p>
      </div>
    )
  return (
    <>
      {end !== undefined && end.kind !== 'verified' && <EvidenceFault end={end} />}
      {end?.kind === 'verified' && <Verdict evidence={end.evidence} />}
      {end?.kind === 'verified' && end.evidence.proven !== undefined && <ProvenLine proven={end.evidence.proven} />}
      {end?.kind === 'verified' && end.evidence.hasReport && (
        <PeriodReportPart
          name={end.evidence.runId || 'period'}
          pack={end.evidence.log === undefined ? state.file : undefined}
        />
      )}
      {isBroken && links}
      {(opened?.kind === 'verified' || opened?.kind === 'needs-keys') && (
        <KeyChoice key="keys" evidence={opened.kind === 'verified' ? opened.evidence : undefined} />
      )}
      {!isBroken && links}
      {end?.kind === 'verified' && <Unproven evidence={end.evidence} />}
    </>
  )
}

function WhatIsChecked() {
  return (
    <section class="what-is-checked" aria-labelledby="what-heading">
      <h2 id="what-heading">What is checked</h2>
      <ol>
        <li>
          <strong>The records, the rules and the result</strong> are hashed line by line, and have to give the roots
          that were sealed.
        </li>
        <li>
          <strong>Every record is accounted for</strong>, once, and the totals add up.
        </li>
        <li>
          <strong>The receipt</strong> names those hashes, and has its place in a log that was only ever added to.
        </li>
        <li>
          <strong>The signature</strong> of the log is by a key that you can compare with one you trust.
        </li>
        <li>
          <strong>Of a period</strong>, two keys have signed each file: one submitted it, and another, which decided
          nothing, approved it.
        </li>
        <li>
          <strong>The engine runs again</strong> over the records, and has to come to the same result, byte for byte.
        </li>
      </ol>
      <p class="soft">
        A pack is on the Evidence tab of a run in the <a href="/app">workspace</a>, or from the service’s API.{' '}
        <a href="/docs/guide/auditors">The guide for auditors</a> says what each check means, and how to make it with
        other tools.
      </p>
    </section>
  )
}
