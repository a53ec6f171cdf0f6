import { keysOfPolicy } from '../../verify/check-anchoring.ts'
import type { CheckLine } from '../../verify/check-lines.ts'
import type { EvidenceFile, EvidenceUse } from '../../verify/evidence-file.ts'
import { openPack } from '../../verify/pack-file.ts'
import { isVouched } from '../../verify/trusted-keys.ts'
import type { Verification } from '../../verify/verification.ts'
import { type PackTrust, verifyPack } from '../../verify/verify-pack.ts'
import { openProof, verifyProof } from '../../verify/verify-proof.ts'
import { keyFaults, keyTexts } from '../evidence/key-texts.ts'
import { withEvidence } from '../evidence/open-evidence.ts'
import { platform } from '../evidence/verify-here.ts'
import type { Terminal } from '../terminal.ts'
import { formatWitnesses, readAnchoring } from './anchoring.ts'
import { checkHistory } from './check-history.ts'
import { formatChecks } from './format-checks.ts'
import { formatProven } from './format-proven.ts'
import { formatUnproven } from './unproven-lines.ts'
import type { VerifyArguments } from './verify-arguments.ts'

export type VerifyEnd =
  /** `unvouched`: every check holds, but only by keys that came with the evidence. */
  | { readonly ok: true; readonly end: 'sound' | 'unvouched' | 'broken' }
  /** Why the evidence, or a requested part of it, cannot be checked. */
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Verifies an evidence pack or the proof of a single line. Prints a line for each check, what is not proven, the keys
 * that were used, and the first broken link. Prints nothing of evidence that is unreadable.
 */
export async function runVerify(input: VerifyArguments, terminal: Terminal): Promise<VerifyEnd> {
  const faults = keyFaults(input.keys)
  if (faults.length > 0) return { ok: false, faults }
  const anchoring = await readAnchoring(input.anchoring)
  if (!anchoring.ok) return anchoring
  const trust = { ...input, anchoring: anchoring.value, keys: [...input.keys, ...keysOfPolicy(anchoring.value)] }
  const verified = await withEvidence(input.file, (evidence) => verifyEvidence(evidence, trust))
  if (!verified.ok) return verified
  const history = await historyOf(verified.value, trust)
  if (!history.ok) return history
  const lines = [...verified.value.lines, ...history.value]
  const broken = lines.find(({ verdict }) => verdict === 'does not hold')
  const open = broken === undefined ? lines.filter(({ verdict }) => verdict === 'not judged') : []
  terminal.print(textOf(verified.value, lines, { broken, isOpen: open.length > 0 }))
  if (open.length > 0) return { ok: false, faults: open.map(({ name, detail }) => `${name} is not judged: ${detail}`) }
  return { ok: true, end: broken !== undefined ? 'broken' : isVouched(verified.value.keyBasis) ? 'sound' : 'unvouched' }
}

/** The arguments with the files read that say who is trusted. */
export type VerifyTrust = PackTrust & Omit<VerifyArguments, 'anchoring'>

async function verifyEvidence(evidence: EvidenceFile, trust: VerifyTrust): Promise<EvidenceUse<Verification>> {
  if (evidence.kind === 'unknown') return refused(`Got ${evidence.got}, wanted ${wanted}`)
  if (evidence.kind !== 'pack') return verifyProofFile(evidence, trust)
  const pack = await openPack(platform, evidence.blob)
  if (!pack.ok) return pack
  const verification = await verifyPack(platform, pack.value, trust)
  const isBroken = verification.lines.some(({ verdict }) => verdict === 'does not hold')
  return !isBroken && verification.damaged.length > 0
    ? { ok: false, faults: verification.damaged }
    : { ok: true, value: verification }
}

const wanted = 'an evidence pack (a zip), or the proof of a single line (JSON, or a C2SP tlog-proof)'

const refused = (fault: string): EvidenceUse<never> => ({ ok: false, faults: [fault] })

async function verifyProofFile(
  evidence: EvidenceFile,
  { replay, ...trust }: VerifyTrust,
): Promise<EvidenceUse<Verification>> {
  const proof = await openProof(evidence)
  if (!proof.ok) return proof
  if (replay === 'wanted')
    return refused(`Got the proof of a single line, which holds no run to replay: --replay ${wantsPack}`)
  if (evidence.kind === 'tlog-proof' && trust.keys.length === 0)
    return refused('Got a C2SP tlog-proof, which brings no keys, wanted a key that you trust as --key, or a --policy')
  return { ok: true, value: await verifyProof(platform, proof.value, trust) }
}

const wantsPack = 'wants the pack, GET /runs/{id}/evidence?format=zip'

/** The line of the check `history`, if it is asked for. */
async function historyOf(
  { log }: Verification,
  { since, ...input }: VerifyTrust,
): Promise<EvidenceUse<readonly CheckLine[]>> {
  if (since === undefined) return { ok: true, value: [] }
  const history = await checkHistory(log, { ...input, since })
  return history.ok ? { ok: true, value: [history.value] } : history
}

interface VerifyOutcome {
  readonly broken: CheckLine | undefined
  /** Whether a check could not be judged, so that nothing is said of the whole. */
  readonly isOpen: boolean
}

/** What is printed: blocks with a blank line between them. */
function textOf(verification: Verification, lines: readonly CheckLine[], { broken, isOpen }: VerifyOutcome): string {
  const { keys, basis } = keyTexts(verification)
  const end = broken === undefined ? `${scopes[verification.of]}, ${basis}\n` : `first broken link: ${broken.name}\n`
  const { proven, unproven, witnesses } = verification
  const blocks = [
    formatChecks(lines),
    proven === undefined ? '' : formatProven(proven),
    formatUnproven(unproven),
    formatWitnesses(witnesses),
    keys,
    isOpen ? '' : end,
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

/** What holds when nothing is broken. */
const scopes = { pack: 'every check holds', proof: 'every check of this single proof holds' }
