import { type Sha256, utf8 } from '@tallystick/engine/base'
import { parseTlogPolicy } from '@tallystick/engine/log'
import { type Anchoring, keysOfPolicy } from './check-anchoring.ts'
import type { EvidenceUse } from './evidence-file.ts'
import { readPastedKeys } from './pasted-keys.ts'

export interface TrustTexts {
  /** Keys as `readPastedKeys` accepts them, or a policy of C2SP tlog-policy. */
  readonly keys: string
  readonly certificates: string
}

export interface PastedTrust {
  readonly keys: readonly string[]
  readonly anchoring: Anchoring
}

export async function readPastedTrust(sha256: Sha256, texts: TrustTexts): Promise<EvidenceUse<PastedTrust>> {
  const [logs, certificates] = [readLogs(sha256, texts.keys), await readAuthorities(texts.certificates)]
  const faults = [logs, certificates].flatMap((read) => (read.ok ? [] : read.faults))
  if (!logs.ok || !certificates.ok) return { ok: false, faults }
  const { keys, policy } = logs.value
  return { ok: true, value: { keys, anchoring: { policy, certificates: certificates.value } } }
}

const policyLine = /^[ \t]*(log|witness|group|quorum)[ \t]/m

function readLogs(
  sha256: Sha256,
  text: string,
): EvidenceUse<{ readonly keys: readonly string[]; readonly policy: Anchoring['policy'] }> {
  if (!policyLine.test(text)) {
    const keys = readPastedKeys(sha256, text)
    return keys.ok ? { ok: true, value: { keys: keys.value, policy: undefined } } : keys
  }
  const policy = parseTlogPolicy(sha256, utf8(text.replaceAll('\r\n', '\n')))
  if (!policy.ok) return { ok: false, faults: [`policy: ${policy.detail}`] }
  const keys = keysOfPolicy({ policy: policy.value })
  if (keys.length === 0) return { ok: false, faults: ['policy: Got no key of a log, wanted a line “log <vkey>”'] }
  return { ok: true, value: { keys, policy: policy.value } }
}

async function readAuthorities(text: string): Promise<EvidenceUse<Anchoring['certificates']>> {
  if (text.trim() === '') return { ok: true, value: [] }
  // Loaded only when needed: the code for certificates takes long to load, and few visitors have a certificate.
  const { readCertificates } = await import('./trusted-certificates.ts')
  const found = readCertificates(text)
  return found === undefined
    ? { ok: false, faults: ['certificates: Got none, wanted those of an authority as PEM'] }
    : { ok: true, value: found }
}
