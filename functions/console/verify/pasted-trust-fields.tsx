import type { TrustTexts } from '../engine-worker/evidence-types.ts'
import { pastedTexts } from './trust-choice.ts'

interface PastedProps {
  readonly fault: string | undefined
  readonly isStamped: boolean
}

export function PastedTrust({ fault, isStamped }: PastedProps) {
  const change = (texts: Partial<TrustTexts>): void => {
    pastedTexts.value = { ...pastedTexts.value, ...texts }
  }
  const faultId = fault === undefined ? undefined : 'pasted-fault'
  return (
    <div class="pasted-keys">
      <label for="pasted-keys">
        A key on each line (vkey, or base64 of 32 bytes), the JSON of <code>/.well-known/tallystick-keys</code>, or a
        C2SP tlog-policy, which names witnesses as well
      </label>
      <textarea
        id="pasted-keys"
        rows={4}
        spellcheck={false}
        autocomplete="off"
        value={pastedTexts.value.keys}
        aria-invalid={fault !== undefined}
        aria-describedby={faultId}
        onInput={({ currentTarget: { value } }) => change({ keys: value })}
      />
      {isStamped && (
        <>
          <label for="pasted-certificates">
            Certificates of the time-stamping authority that you trust, PEM; without them the time stamp is not covered
          </label>
          <textarea
            id="pasted-certificates"
            rows={4}
            spellcheck={false}
            autocomplete="off"
            value={pastedTexts.value.certificates}
            aria-describedby={faultId}
            onInput={({ currentTarget: { value } }) => change({ certificates: value })}
          />
        </>
      )}
      {fault !== undefined && (
        <p id="pasted-fault" class="key-fault of-file" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
