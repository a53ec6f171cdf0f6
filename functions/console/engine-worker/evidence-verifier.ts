import { UnreadableError } from '@tallystick/audit/base/unreadable-error'
import type { PeriodTable } from '@tallystick/audit/report/period-tables'
import { type EvidenceKind, recogniseEvidence } from '@tallystick/audit/verify/evidence-file'
import type { PackFile } from '@tallystick/audit/verify/pack-file'
import type { PackRun, PackSide } from '@tallystick/audit/verify/pack-run'
import { type PastedTrust, readPastedTrust, type TrustTexts } from '@tallystick/audit/verify/pasted-trust'
import { provePackLine } from '@tallystick/audit/verify/prove-pack-line'
import type { JsonValue, Sha256 } from '@tallystick/engine/base'
import type { PeriodReport } from '@tallystick/schema/period-report'
import type { OnProgress, RunOverview } from './engine-types.ts'
import type { EvidenceEnd, EvidenceRequest, OnLine, PeriodReportForm } from './evidence-types.ts'
import { openLocalRun } from './open-local-run.ts'
import type { OpenRun } from './open-run-lines.ts'
import type { OpenEvidence } from './open-verification.ts'
import { blobOfReport, packOfFiles, tablesOfReport } from './period-verification.ts'
import { overviewOf } from './run-overview.ts'
import type { SessionContext } from './session-context.ts'
import { untilCancelled } from './turns.ts'
import { openEvidence, shownEvidence } from './verify-in-page.ts'

export interface EvidenceVerifier {
  /** Reports each check by `onLine`. A new file replaces the one verified before. */
  readonly verify: (request: EvidenceRequest, onLine: OnLine, onProgress: OnProgress) => Promise<EvidenceEnd>
  /** The proof of one line of an open pack, as JSON. Throws where that pack is not open, or has no such line. */
  readonly proveLine: (id: string, leaf: number) => Promise<string>
  /** The pack of a period’s files. */
  readonly packPeriod: (files: readonly File[]) => Promise<File>
  /** The report of the period that was verified last. Throws where it has none. */
  readonly periodReport: (form: PeriodReportForm) => Promise<Blob>
  /** The same as tables, to be looked at. */
  readonly periodTables: () => Promise<readonly PeriodTable[]>
  /** Returns every fault of the pasted keys and policy. */
  readonly trustFaults: (texts: TrustTexts) => Promise<readonly string[]>
}

interface OpenFile {
  readonly file: File
  readonly form: EvidenceKind
  readonly verify: OpenEvidence
  /** The id under which the run of the pack may be opened. */
  readonly runId: string
}

/** Verifies one file at a time, and opens the runs of packs. */
export function createEvidenceVerifier(context: SessionContext): EvidenceVerifier {
  const { sha256, turns, openRuns } = context
  const packs = createOpenPacks(context)
  let current: OpenFile | undefined
  let closed: File | undefined
  let packCount = 0
  let report: PeriodReport | undefined
  // A replay holds all records. It is dropped when its run is closed, and made again when the file is verified again.
  openRuns.onForget((id) => {
    if (current?.runId !== id) return
    closed = current.file
    current = undefined
  })

  const verify = async (
    { trust: texts, file = current === undefined ? closed : undefined }: EvidenceRequest,
    onLine: OnLine,
    onProgress: OnProgress,
  ): Promise<EvidenceEnd> => {
    if (!(await canVerifySignatures())) return { kind: 'no-signatures' }
    const turn = turns.begin('evidence')
    const trust = await trustIn(sha256, texts)
    const before = current
    if (file !== undefined) {
      current = undefined
      closed = undefined
      packCount += 1
    }
    const opened = file === undefined ? before : await openFile(sha256, file, `pack-${packCount}`)
    await turn.pause()
    if (opened === undefined) throw new Error('Got no evidence to verify')
    if ('kind' in opened) return opened
    current = opened
    if (opened.form === 'tlog-proof' && trust.keys.length === 0) return { kind: 'needs-keys' }
    const ended = await opened.verify({ sha256, trust, turn, onLine, onProgress })
    const { verification, replayed } = ended
    report = ended.report
    if (verification.damaged.length > 0) return unreadable(opened.form, verification.damaged)
    const evidence = shownEvidence(sha256, ended)
    if (replayed === undefined) return { kind: 'verified', evidence }
    return { kind: 'verified', evidence: { ...evidence, run: packs.open(opened.runId, replayed) } }
  }

  return {
    async verify(request, onLine, onProgress) {
      try {
        return (await untilCancelled(() => verify(request, onLine, onProgress))) ?? { kind: 'cancelled' }
      } catch (error) {
        if (error instanceof UnreadableError) return unreadable(current?.form ?? 'unknown', [error.message])
        throw error
      }
    },

    packPeriod: packOfFiles,
    proveLine: packs.proveLine,
    periodReport: async (form) => blobOfReport(report, form),
    periodTables: async () => tablesOfReport(report),
    trustFaults: (texts) => faultsOfTrust(sha256, texts),
  }
}

async function faultsOfTrust(sha256: Sha256, texts: TrustTexts): Promise<readonly string[]> {
  const read = await readPastedTrust(sha256, texts)
  return read.ok ? [] : read.faults
}

const trustsNobody: PastedTrust = { keys: [], anchoring: { policy: undefined, certificates: [] } }

/** Throws where the texts have faults: the page checks them with `trustFaults` first. */
async function trustIn(sha256: Sha256, texts: TrustTexts | undefined): Promise<PastedTrust> {
  if (texts === undefined) return trustsNobody
  const read = await readPastedTrust(sha256, texts)
  if (!read.ok) throw new Error(read.faults.join('; '))
  return read.value
}

function createOpenPacks({ sha256, openRuns }: SessionContext) {
  const packs = new WeakMap<OpenRun, PackFile>()
  return {
    /** Opens the run of a pack under an id, unless it is open already. */
    open(id: string, replayed: Pick<ReplayedPack, 'pack' | 'ran'>): RunOverview {
      const openRun = openRuns.find(id) ?? openPackRun({ id, sha256, ...replayed })
      openRuns.add(openRun)
      packs.set(openRun, replayed.pack)
      return overviewOf(openRun)
    },

    async proveLine(id: string, leaf: number): Promise<string> {
      const pack = packs.get(openRuns.get(id))
      const proof = pack && (await provePackLine({ sha256 }, pack, leaf))
      if (proof === undefined) throw new Error(`No line ${leaf} of ${id} can be proven`)
      return proof
    },
  }
}

/** `runId` is the id under which the run of a pack may be opened. */
async function openFile(
  sha256: Sha256,
  file: File,
  runId: string,
): Promise<OpenFile | Extract<EvidenceEnd, { kind: 'unreadable' }>> {
  const evidence = await recogniseEvidence(file)
  try {
    const opened = await openEvidence(sha256, evidence)
    if (!opened.ok) return unreadable(evidence.kind, opened.faults)
    return { file, form: evidence.kind, verify: opened.value, runId }
  } catch (error) {
    // The first bytes showed the kind of evidence; only its content is unreadable.
    if (error instanceof UnreadableError) return unreadable(evidence.kind, [error.message])
    throw error
  }
}

const unreadable = (form: EvidenceKind, faults: readonly string[]) => ({ kind: 'unreadable' as const, form, faults })

/** The encoded base point of edwards25519 (RFC 8032 §5.1): a public key that every implementation accepts. */
const anyKey = Uint8Array.of(0x58, ...Array.from({ length: 31 }, () => 0x66))

/**
 * Whether this browser verifies Ed25519. Browsers of 2025 and later do, in a page that came over HTTPS or from the
 * machine itself.
 */
async function canVerifySignatures(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', anyKey, { name: 'Ed25519' }, false, ['verify'])
    return true
  } catch {
    return false
  }
}

interface ReplayedPack {
  readonly id: string
  readonly pack: PackFile
  /** The result of the replay, which is byte for byte that of the pack. */
  readonly ran: PackRun
  readonly sha256: Sha256
}

/** Opens the run of a replayed pack. Its title is the id: the name of a run is not proven. */
function openPackRun({ id, pack, ran, sha256 }: ReplayedPack): OpenRun {
  const { policy, source, target, run, outcome } = ran
  const policyJson: JsonValue = JSON.parse(pack.rules)
  const sides = { source: sideOf('source.ndjson', source), target: sideOf('target.ndjson', target) }
  const openRun = openLocalRun({ id, policy, policyJson, sides, ended: { run, outcome }, sha256 })
  return { ...openRun, origin: 'pack', title: pack.input.run.id }
}

/** In the files of a pack each record is one line, so row 0 is line 1. */
const sideOf = (name: string, { table, root }: PackSide) => ({
  name,
  table,
  summary: { root, recordCount: table.recordCount },
  lines: Int32Array.from({ length: table.rowCount }, (_, row) => row + 1),
})
