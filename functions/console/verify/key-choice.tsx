import { useState } from 'preact/hooks'
import type { BroughtKey, TrustTexts, VerifiedEvidence } from '../engine-worker/evidence-types.ts'
import { faultText } from '../parts/plain-words.ts'
import { openEngine } from '../shell/engine.ts'
import { evidence as evidenceState, trustKeys } from './evidence-state.ts'
import { PastedTrust } from './pasted-trust-fields.tsx'
import { broughtKeys, fetchServiceKeys, pastedTexts, type TrustChoice, trust } from './trust-choice.ts'
import './key-choice.css'

export function KeyChoice({ evidence }: { readonly evidence: VerifiedEvidence | undefined }) {
  const [from, setFrom] = useState<TrustChoice['from']>(trust.value.from)
  return (
    <section class="card key-choice" aria-labelledby="keys-heading">
      <h2 id="keys-heading">Keys</h2>
      {evidence !== undefined && <BroughtKeys evidence={evidence} />}
      <fieldset class="key-kinds no-print">
        <legend>Which keys do you trust?</legend>
        <Kind from="brought" chosen={from} onChoose={setFrom} name="Those in the file">
          Whoever made the file chose them. Compare them with a copy that you got another way.
        </Kind>
        {(evidence?.of !== 'period' || evidence.log !== undefined) && (
          <Kind from="service" chosen={from} onChoose={setFrom} name={`Those that ${location.host} lists`}>
            This page fetches them from its own address. It proves that this service has signed, and not that it shows
            everybody the same log.
          </Kind>
        )}
        <Kind from="pasted" chosen={from} onChoose={setFrom} name="Keys that I have">
          From your auditor, your contract, or a copy that you kept, witnesses included: the strongest of the three.
        </Kind>
      </fieldset>
      <div class="no-print">
        <Chosen key={from} from={from} isStamped={isStamped(evidence)} />
      </div>
    </section>
  )
}

/** The visitor's certificates matter only for evidence with a time stamp. */
const isStamped = (evidence: VerifiedEvidence | undefined): boolean =>
  evidence?.lines.some(({ name }) => name === 'timestamp') === true

interface KindProps {
  readonly from: TrustChoice['from']
  readonly chosen: TrustChoice['from']
  readonly onChoose: (from: TrustChoice['from']) => void
  readonly name: string
  readonly children: string
}

const Kind = ({ from, chosen, onChoose, name, children }: KindProps) => (
  <label class="key-kind">
    <input type="radio" name="keys" checked={from === chosen} onChange={() => onChoose(from)} />
    <span>
      <strong class="of-file">{name}</strong>
      <span class="soft small">{children}</span>
    </span>
  </label>
)

interface ChosenProps {
  readonly from: TrustChoice['from']
  readonly isStamped: boolean
}

function Chosen({ from, isStamped }: ChosenProps) {
  const [fault, setFault] = useState<string | undefined>()
  const [isBusy, setBusy] = useState(false)
  const verifyBy = async (read: () => Promise<TrustTexts>) => {
    setFault(undefined)
    setBusy(true)
    try {
      const texts = await read()
      const faults = await (await openEngine()).trustFaults(texts)
      if (faults.length === 0) await trustKeys({ from, texts })
      else setFault(faults.join('; '))
    } catch (error) {
      setFault(faultText(error))
    } finally {
      setBusy(false)
    }
  }
  const isAtWork = isBusy || evidenceState.value?.progress !== undefined
  return (
    <>
      {from === 'pasted' && <PastedTrust fault={fault} isStamped={isStamped} />}
      {from !== 'pasted' && fault !== undefined && (
        <p class="notice fault" role="alert">
          {fault}
        </p>
      )}
      {from === 'brought' && trust.value.from !== 'brought' && (
        <button type="button" disabled={isAtWork} onClick={() => void trustKeys(broughtKeys)}>
          Verify by the keys in the file
        </button>
      )}
      {from === 'service' && (
        <button type="button" disabled={isAtWork} onClick={() => void verifyBy(fetchServiceKeys)}>
          Fetch them and verify
        </button>
      )}
      {from === 'pasted' && (
        <button type="button" disabled={isAtWork} onClick={() => void verifyBy(async () => pastedTexts.value)}>
          Verify by these keys
        </button>
      )}
    </>
  )
}

function BroughtKeys({ evidence: { brought, keyBasis, of } }: { readonly evidence: VerifiedEvidence }) {
  if (brought.length === 0) return <p>The file brings no keys.</p>
  const trusted = new Set(keyBasis.keys.map(({ publicKey }) => publicKey))
  const isChosen = trust.value.from !== 'brought' && of !== 'period'
  return (
    <ul class="brought-keys" aria-label="Keys in the file">
      {brought.map((key) => (
        <Brought
          key={`${key.keyId} ${key.publicKey}`}
          shown={key}
          isTrusted={isChosen ? trusted.has(key.publicKey) : undefined}
        />
      ))}
    </ul>
  )
}

/** `isTrusted` is undefined while the visitor trusts the keys in the file. */
function Brought({ shown, isTrusted }: { readonly shown: BroughtKey; readonly isTrusted: boolean | undefined }) {
  return (
    <li>
      <dl class="verdict-facts">
        <div class="wide">
          <dt>Public key (Ed25519)</dt>
          <dd>
            <code class="of-file">{shown.publicKey}</code>
          </dd>
        </div>
        {shown.keyId !== undefined && (
          <div>
            <dt>Fingerprint (key id)</dt>
            <dd>
              <code>{shown.keyId}</code>
            </dd>
          </div>
        )}
        <div class="wide">
          <dt>{shown.use === undefined ? 'Of the log' : 'What it did'}</dt>
          <dd class="of-file">{shown.use ?? shown.name}</dd>
        </div>
      </dl>
      {isTrusted !== undefined && (
        <p class={isTrusted ? 'key-mark good' : 'key-mark bad'}>
          {isTrusted ? 'It is among the keys that you chose.' : 'It is not among the keys that you chose.'}
        </p>
      )}
    </li>
  )
}
