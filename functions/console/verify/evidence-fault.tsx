import type { EvidenceEnd, EvidenceKind } from '../engine-worker/evidence-types.ts'

export function EvidenceFault({ end }: { readonly end: Exclude<EvidenceEnd, { kind: 'verified' }> }) {
  if (end.kind === 'cancelled')
    return (
      <p class="notice" role="status">
        The verification was cancelled: nothing is said of the file. Choose it again to begin anew.
      </p>
    )
  if (end.kind === 'needs-keys')
    return (
      <div class="notice" role="status">
        <p>
          <strong>This proof brings no keys.</strong> A C2SP tlog-proof is verified by a key that you have: choose one
          below.
        </p>
      </div>
    )
  if (end.kind === 'no-signatures') return <NoSignatures />
  return <Unreadable form={end.form} faults={end.faults} />
}

function NoSignatures() {
  return (
    <div class="notice fault" role="alert">
      <p>
        <strong>This browser cannot verify signatures.</strong> It lacks Ed25519 in Web Crypto, or this page was not
        fetched over HTTPS.
      </p>
      <p>
        Use Chrome or Edge from 137, Firefox from 129 or Safari from 17, or the program:{' '}
        <code>npx tallystick verify</code>.
      </p>
    </div>
  )
}

interface Refusal {
  readonly title: string
  readonly way: string
}

const refusals: { readonly [form in EvidenceKind]: Refusal } = {
  unknown: {
    title: 'This file is no evidence.',
    way: 'Wanted is the pack of a run or of a period, a zip, or the proof of a line: JSON or a C2SP tlog-proof. Two files that are to be reconciled go on the first page.',
  },
  pack: {
    title: 'This archive is no pack as the service writes it.',
    way: 'A download may have broken off: fetch the pack again. An archive that was unpacked and packed anew, or saved by another program, is refused as well, since two programs may read it differently: ask for the original file.',
  },
  period: {
    title: 'These are not the files of a period.',
    way: 'Wanted is the pack that closing the period has written, as it was, or all 13 of its files together.',
  },
  proof: {
    title: 'This JSON is no proof of a line.',
    way: 'Fetch the proof again, with ?leaf= or ?matchId=, and save the answer as it is. The manifest of a run, without a line, proves nothing by itself: take the pack.',
  },
  'tlog-proof': {
    title: 'This tlog-proof cannot be read.',
    way: 'Fetch it again, and save the answer as it is: an editor may have changed its line ends.',
  },
}

function Unreadable({ form, faults }: { readonly form: EvidenceKind; readonly faults: readonly string[] }) {
  const { title, way } = refusals[form]
  return (
    <div class="notice fault" role="alert">
      <p>
        <strong>{title}</strong> {way}
      </p>
      <ul class="evidence-faults">
        {faults.map((fault) => (
          <li key={fault} class="of-file">
            {fault}
          </li>
        ))}
      </ul>
    </div>
  )
}
