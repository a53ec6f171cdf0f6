import type { CheckLine } from '@tallystick/audit/verify/check-lines'
import type { EvidenceFile, EvidenceUse } from '@tallystick/audit/verify/evidence-file'
import { type ArtifactName, openPack, type PackFile } from '@tallystick/audit/verify/pack-file'
import { type PackRun, readPackRun } from '@tallystick/audit/verify/pack-run'
import { openPeriodPack } from '@tallystick/audit/verify/period-pack'
import { verifyPack } from '@tallystick/audit/verify/verify-pack'
import { openProof, verifyProof } from '@tallystick/audit/verify/verify-proof'
import { computeWithPauses, type Sha256, toBase64 } from '@tallystick/engine/base'
import { checkpointInNote, parseVkey } from '@tallystick/engine/log'
import { reconcileInSlices } from '@tallystick/engine/reconcile'
import type { BroughtKey, VerifiedEvidence } from './evidence-types.ts'
import {
  type OpenEvidence,
  type OpenVerification,
  type PageVerification,
  platformOf,
  readingRatio,
} from './open-verification.ts'
import { createPeriodVerification } from './period-verification.ts'
import { storedRecordCountMax } from './stored-types.ts'

/**
 * Returns a function that verifies the evidence, or why the evidence cannot be read. Throws UnreadableError, as that
 * function does.
 */
export async function openEvidence(sha256: Sha256, evidence: EvidenceFile): Promise<EvidenceUse<OpenEvidence>> {
  if (evidence.kind === 'unknown') return { ok: false, faults: [`Got ${evidence.got}`] }
  if (evidence.kind === 'pack') {
    const pack = await openPack(evidence.blob)
    return pack.ok ? { ok: true, value: createPackVerification(pack.value, evidence.blob.size) } : pack
  }
  if (evidence.kind === 'period') {
    const pack = await openPeriodPack(evidence.blob)
    return pack.ok ? { ok: true, value: createPeriodVerification(pack.value) } : pack
  }
  const proof = await openProof(evidence)
  if (!proof.ok) return proof
  const verify: OpenEvidence = async ({ trust, onLine }) => {
    const own = { ...trust, trustsOwnKeys: false }
    const verification = await verifyProof(platformOf(sha256), proof.value, own)
    for (const line of verification.lines) onLine(line)
    return { verification, runId: proof.value.runId, replayed: undefined }
  }
  return { ok: true, value: verify }
}

/** The replay does not depend on the trusted keys, so it is made once. */
function createPackVerification(pack: PackFile, byteCount: number): OpenEvidence {
  const { run } = pack.input
  const isTooLarge = run.source.recordCount + run.target.recordCount > storedRecordCountMax
  let before: { readonly line: CheckLine; readonly ran: PackRun | undefined } | undefined
  return async (request) => {
    const { sha256, trust, onLine } = request
    let ran = before?.ran
    const watched = watchedPack(pack, byteCount, request)
    const verification = await verifyPack(platformOf(sha256), watched, {
      ...trust,
      trustsOwnKeys: false,
      replay: before !== undefined || isTooLarge ? 'left out' : 'where possible',
      onLine,
      run: async () => {
        ran = await runInSlices(pack, request)
        return ran
      },
    })
    const own = verification.lines.find(({ name }) => name === 'replay')
    const line = own ?? before?.line ?? tooLargeLine
    if (own === undefined) onLine(line)
    const lines = own === undefined ? [...verification.lines, line] : verification.lines
    // `not judged` means that nothing was replayed. Any other outcome also counts under other keys, and is kept.
    if (line.verdict !== 'not judged') before = { line, ran }
    const isSound = lines.every(({ verdict }) => verdict === 'holds' || verdict === 'not covered')
    const replayed = isSound && line.verdict === 'holds' && ran !== undefined ? { pack, ran } : undefined
    return { verification: { ...verification, lines }, runId: run.id, replayed }
  }
}

const tooLargeLine: CheckLine = {
  name: 'replay',
  verdict: 'not covered',
  detail: `A page replays up to ${storedRecordCountMax} records: npx tallystick verify replays a run of any size.`,
}

const stepNames: { readonly [name in ArtifactName]: string } = {
  'source.ndjson': 'Hashing the source records',
  'target.ndjson': 'Hashing the target records',
  'result.ndjson': 'Hashing the result',
}

/** The same pack, but reading it reports progress and can be cancelled. */
const watchedPack = (pack: PackFile, byteCount: number, { turn, onProgress }: PageVerification): PackFile => {
  let readCount = 0
  return {
    ...pack,
    async *artifact(name) {
      for await (const part of pack.artifact(name)) {
        yield part
        readCount += part.length
        if (turn.isDue())
          onProgress({ step: stepNames[name], ratio: Math.min(1, readCount / byteCount) * readingRatio })
        await turn.pause()
      }
    },
  }
}

/** Steps of one slice: a few milliseconds, so that a cancelled replay ends at once. */
const sliceStepCount = 300_000

/** All attributes are read, since a page shows and tries more of them than the rules name. */
async function runInSlices(pack: PackFile, { sha256, turn, onProgress }: PageVerification): Promise<PackRun> {
  onProgress({ step: 'Reading the records', ratio: readingRatio })
  const input = await readPackRun({ sha256 }, pack, 'all')
  await turn.pause()
  const slices = reconcileInSlices({
    ...input,
    sha256,
    sliceStepCount,
    onRule: (rule, position, count) =>
      onProgress({ step: `Replaying rule ${rule}`, ratio: readingRatio + ((1 - readingRatio) * position) / count }),
  })
  return { ...input, ...(await computeWithPauses(slices, turn.pause)) }
}

/** The part of a verification that the page shows, without the run that may be opened. */
export function shownEvidence(sha256: Sha256, { verification, runId, report }: OpenVerification): VerifiedEvidence {
  const { log, damaged: _, proven, ...shown } = verification
  const checkpoint = log.checkpoint === null ? undefined : checkpointInNote(log.checkpoint)
  return {
    ...shown,
    // Keeps only the members of a proof that are proven.
    proven: proven && { runId, records: proven.records, ...(proven.leaf !== undefined && { leaf: proven.leaf }) },
    brought:
      shown.of === 'period' && log.checkpoint === null
        ? shown.keyBasis.keys.map((key) => ({ ...key, name: '' }))
        : log.keys.flatMap((text) => broughtKey(sha256, text)),
    log: checkpoint?.ok ? { origin: checkpoint.value.origin, size: checkpoint.value.size } : undefined,
    runId,
    run: undefined,
    hasReport: report !== undefined,
  }
}

/** Empty for a text that is not a key: it fails a check of its own. */
function broughtKey(sha256: Sha256, text: string): readonly BroughtKey[] {
  const key = parseVkey(sha256, text)
  if (!key.ok) return []
  const { name, keyId, publicKey } = key.value
  return [{ name, keyId, publicKey: toBase64(publicKey) }]
}
