import { formatVkey } from '@tallystick/engine'
import { type EvidenceFile, type EvidenceUse, withEvidence } from '../evidence/evidence-file.ts'
import { openPack, type PackFile, verifyChainOf } from '../evidence/pack-file.ts'
import { keyBasis, keyFaults } from '../evidence/trusted-keys.ts'
import type { Terminal } from '../terminal.ts'
import { type Anchoring, checkAnchoring, readAnchoring } from './anchoring.ts'
import { checkHistory } from './check-history.ts'
import { type CheckLine, formatChecks, lineOfCheck, type Verification } from './check-lines.ts'
import { replayPack } from './replay-pack.ts'
import { formatUnproven } from './unproven-lines.ts'
import type { VerifyArguments } from './verify-arguments.ts'
import { verifyProof } from './verify-proof.ts'

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
  const trust = { ...input, anchoring: anchoring.value, keys: [...input.keys, ...logKeysOf(anchoring.value)] }
  const verified = await withEvidence(input.file, (evidence) => verifyEvidence(evidence, trust))
  if (!verified.ok) return verified
  const history = await historyOf(verified.value, trust)
  if (!history.ok) return history
  const lines = [...verified.value.lines, ...history.value]
  const { scope, proven, unproven, witnesses, keys, basis, isTrusted } = verified.value
  const broken = lines.find(({ verdict }) => verdict === 'does not hold')
  const open = broken === undefined ? lines.filter(({ verdict }) => verdict === 'not judged') : []
  const end = broken === undefined ? `${scope}, ${basis}\n` : `first broken link: ${broken.name}\n`
  const blocks = [formatChecks(lines), proven, unproven, witnesses, keys, open.length > 0 ? '' : end]
  terminal.print(blocks.filter((block) => block !== '').join('\n'))
  if (open.length > 0) return { ok: false, faults: open.map(({ name, detail }) => `${name} is not judged: ${detail}`) }
  return { ok: true, end: broken !== undefined ? 'broken' : isTrusted ? 'sound' : 'unvouched' }
}

/** The arguments with the files read that say who is trusted. */
export interface Trust extends Omit<VerifyArguments, 'anchoring'> {
  readonly anchoring: Anchoring
}

const logKeysOf = ({ policy }: Anchoring): readonly string[] => policy?.logs.map(formatVkey) ?? []

async function verifyEvidence(evidence: EvidenceFile, input: Trust): Promise<EvidenceUse<Verification>> {
  if (evidence.kind === 'unknown') return { ok: false, faults: [`Got ${evidence.got}, wanted ${wanted}`] }
  if (evidence.kind !== 'pack') return verifyProof(evidence, input)
  const pack = await openPack(evidence.file)
  if (!pack.ok) return pack
  const verification = await verifyPack(pack.value, input)
  const isBroken = verification.lines.some(({ verdict }) => verdict === 'does not hold')
  return !isBroken && verification.damaged.length > 0
    ? { ok: false, faults: verification.damaged }
    : { ok: true, value: verification }
}

/** The line of the check `history`, if it is asked for. */
async function historyOf(
  { log }: Verification,
  { since, ...input }: Trust,
): Promise<EvidenceUse<readonly CheckLine[]>> {
  if (since === undefined) return { ok: true, value: [] }
  const history = await checkHistory(log, { ...input, since })
  return history.ok ? { ok: true, value: [history.value] } : history
}

const wanted = 'an evidence pack (a zip), or the proof of a single line (JSON, or a C2SP tlog-proof)'

async function verifyPack(
  pack: PackFile,
  { replay, trustsOwnKeys, anchoring, ...expected }: Trust,
): Promise<Verification> {
  const report = await verifyChainOf(pack, expected)
  const { lines, witnesses } = await checkAnchoring({ ...pack.input, anchor: pack.anchor }, anchoring)
  const checks = [...report.checks.map(lineOfCheck), ...lines]
  return {
    log: pack.input,
    lines: replay === 'left out' ? checks : [...checks, await replayPack(pack, report, replay)],
    scope: 'every check holds',
    proven: '',
    unproven: formatUnproven(pack.unproven),
    witnesses,
    ...keyBasis(expected.keys, {
      what: 'pack',
      own: pack.input.keys,
      areTrusted: trustsOwnKeys,
      policy: anchoring.policy,
    }),
    damaged: [...pack.damaged].map((name) => `${name} is damaged, its checksum in the archive is of other bytes`),
  }
}
