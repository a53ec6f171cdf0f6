import { witnessTimeText } from '@tallystick/audit/verify/witness-time'
import type { VerifiedEvidence } from '../engine-worker/evidence-types.ts'
import { wordsOfCheck } from './check-words.ts'
import { factsOf } from './json-facts.ts'
import './facts.css'

export function Unproven({
  evidence: { of, log, lines, unproven, witnesses },
}: {
  readonly evidence: VerifiedEvidence
}) {
  const open = lines.filter(({ verdict }) => verdict === 'not covered' || verdict === 'not proven')
  const claims = factsOf(unproven)
  return (
    <section class="card" aria-labelledby="unproven-heading">
      <h2 id="unproven-heading">What is not proven</h2>
      <ul class="unproven-list">
        {open.map(({ name, detail }) => (
          <li key={name}>
            <strong>{wordsOfCheck(name).title}:</strong> <span class="of-file">{detail}</span>
          </li>
        ))}
        {of === 'period' && (
          <li>
            <strong>That two {log === undefined ? 'keys' : 'members'} are two people:</strong>{' '}
            {log === undefined
              ? 'a signature proves the key, and not who holds it.'
              : 'who they are is the word of the service.'}
          </li>
        )}
        <li>
          <strong>That the records are true,</strong> or that none was left out before they were uploaded: evidence
          proves which records the run has read.
        </li>
      </ul>
      {witnesses.length > 0 && (
        <>
          <h3>What witnesses say of the index of all logs</h3>
          <ul class="unproven-list">
            {witnesses.map(({ name, keyId, time, isVerified }) => (
              <li key={`${name} ${keyId}`}>
                <span class="of-file">{name}</span>, key {keyId}
                {time === undefined ? '' : `, at ${witnessTimeText(time)}`}:{' '}
                {isVerified ? 'verified by its key in your policy' : 'not verified, since no policy of yours names it'}
              </li>
            ))}
          </ul>
        </>
      )}
      {claims.length > 0 && (
        <details class="claims">
          <summary>What the file says besides, which nothing in it proves</summary>
          <dl class="json-facts">
            {claims.map(({ name, value }) => (
              <div key={name}>
                <dt class="of-file">{name}</dt>
                <dd class="of-file">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}
