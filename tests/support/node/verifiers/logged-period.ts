import { canonicalize, type JsonObject, utf8 } from '@tallystick/engine/base'
import { rootOfState } from '@tallystick/engine/close'
import {
  appendReceiptLine,
  emptyLog,
  formatVkey,
  type LogState,
  noReceipt,
  originOf,
  type SignoffFields,
  verifierKeyOf,
} from '@tallystick/engine/log'
import { createProofCollector, leafHash, rootOfLines } from '@tallystick/engine/merkle'
import { formatPeriodLog } from '@tallystick/engine/verify'
import { type Signer, signCheckpoint } from '../../../../engine/log/checkpoint.ts'
import { periodsOf } from '../../../engine/support/key-periods.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'
import { linesIn } from './reseal.ts'
import { hashOfFile, signedLinesOf, stateOfPeriod } from './resign-period.ts'

/** Packs of periods as a service hands them out, made of periods that own keys have signed. */

interface Service {
  readonly signer: Signer
  /** What the period went through; submitted and approved when left out. */
  readonly acts?: readonly SignoffFields['act'][]
  /** Changes an entry before it gets its place in the log. */
  readonly change?: (entry: JsonObject, index: number) => JsonObject
}

const tenant = 'cd'.repeat(32)
const time = '2026-05-02T10:00:00.000Z'
const common = { createdAt: time, completedAt: time, period: 'prd_1', tenant }

/**
 * The files with a log that has them so, whose actors have the keys as ids. `of` is the period that own keys have
 * signed.
 */
export async function logged(files: PackFiles, of: PackFiles, service: Service): Promise<PackFiles> {
  const own = withFile(files, 'signoffs.ndjson', undefined)
  const log = createLog(service)
  for (const batch of batchesOf(own, of)) log.add(batch)
  const receipt = log.add(receiptOf(own))
  const signoff = signoffOf(own, of, receipt)
  const [submitter, approver] = signersOf(of)
  let [edition, last, approvedBy]: [number, string, JsonObject | null] = [1, noReceipt, null]
  for (const act of service.acts ?? ['submit', 'approve']) {
    const isSubmission = act === 'submit'
    approvedBy = isSubmission ? null : act === 'approve' ? { id: approver, name: 'B' } : approvedBy
    const actor = isSubmission ? submitter : approver
    const follows = isSubmission ? beforeOf(own) : last
    last = log.add({ ...signoff, act, actor, approvedBy, edition, follows, id: `${act}-${edition}` })
    if (act === 'reopen') edition += 1
  }
  const texts = await log.finish()
  return new Map([...own, ...Object.entries(texts).map(([name, text]) => [name, utf8(text)] as const)])
}

/** The files with the opening’s root as what they follow, as a service has it. */
export function followingOpening(files: PackFiles): PackFiles {
  const manifest = JSON.parse(textIn(files, 'manifest.json'))
  const before = manifest.before === noReceipt ? noReceipt : hashOfFile(files, 'opening.ndjson')
  return withFile(files, 'manifest.json', `${canonicalize({ ...manifest, before })}\n`)
}

/** Of a later period the approval before it is not known here. */
const beforeOf = (files: PackFiles): string =>
  textIn(files, 'manifest.json').includes(`"before":"${noReceipt}"`) ? noReceipt : 'ef'.repeat(32)

const signersOf = (of: PackFiles): readonly [submitter: string, approver: string] => {
  const [submission, approval] = signedLinesOf(of).filter(({ kind }) => kind === 'tallystick/signoff@1')
  return [submission?.key ?? '', approval?.key ?? '']
}

function batchesOf(files: PackFiles, of: PackFiles): readonly JsonObject[] {
  const lines = linesIn(files, 'decisions.ndjson')
  let done = 0
  return signedLinesOf(of).flatMap((line) => {
    if (line.kind !== 'tallystick/decisions@1') return []
    const batch = lines.slice(done, line.count)
    done = line.count
    const members = { kind: line.kind, actor: line.key, count: batch.length, root: rootOfLines(sha256, batch) }
    return [{ ...common, ...members, id: `act-${done}`, revision: done }]
  })
}

function receiptOf(files: PackFiles): JsonObject {
  const [header = '{}', ...lines] = linesIn(files, 'result.ndjson')
  const { engine, policy, source, target, instructions } = JSON.parse(header)
  return {
    ...{ ...common, actor: 'mbr_1', build: 'ab'.repeat(32), engine, kind: 'tallystick/receipt@3', policy },
    ...{ leaves: lines.length + 1, result: rootOfLines(sha256, [header, ...lines]), run: 'run_1', replayOf: null },
    ...{ source: source?.root ?? null, target: target?.root ?? null, received: { source: null, target: null } },
    ...(instructions !== undefined && { instructions }),
  }
}

function signoffOf(files: PackFiles, of: PackFiles, receipt: string): JsonObject {
  const state = stateOfPeriod(files, of)
  const [submitter] = signersOf(of)
  return {
    ...{ ...common, kind: 'tallystick/signoff@1', receipt, root: rootOfState(sha256, state) },
    ...{ balances: state['balances.json'], decisions: state['decisions.ndjson'], opening: state['opening.ndjson'] },
    ...{ instructions: state['instructions.ndjson'], items: state.items, proof: state.proof },
    ...{ name: JSON.parse(textIn(of, 'manifest.json')).period.name, policy: 1, settings: 1, reason: null, revision: 9 },
    submittedBy: { id: submitter, name: 'A' },
  }
}

/** A log with an entry about another period before each of the period's own. */
function createLog({ signer, change }: Service) {
  const collector = createProofCollector(sha256)
  const shown: { readonly line: string; readonly place: number }[] = []
  let log: LogState = emptyLog(sha256)
  const append = (entry: JsonObject, isShown: boolean): string => {
    const placed = canonicalize({ ...entry, previous: log.previous, sequence: log.size })
    if (isShown) shown.push({ line: placed, place: log.size })
    collector.append(leafHash(sha256, utf8(placed)), isShown)
    const sealed = appendReceiptLine(sha256, log, placed)
    log = sealed.log
    return sealed.leafHash
  }
  return {
    /** Returns the leaf hash of the entry. */
    add(entry: JsonObject): string {
      const members = { kind: 'tallystick/decisions@1', actor: 'mbr_9', count: 1, root: noReceipt, revision: 1 }
      append({ ...common, ...members, id: `other-${shown.length}`, period: 'prd_9' }, false)
      return append(change?.(entry, shown.length) ?? entry, true)
    },
    async finish() {
      const { inclusion } = collector.finish()
      const origin = originOf('log.example.com', tenant)
      return formatPeriodLog({
        lines: shown.map(({ line }) => line),
        proofs: shown.flatMap(({ place }) => inclusion.get(place) ?? []),
        checkpoint: await signCheckpoint(sha256, { origin, size: log.size, root: log.root }, [signer]),
        periods: await periodsOf([signer, '2026-01-01']),
        keys: [formatVkey(verifierKeyOf(sha256, origin, signer.publicKey))],
      })
    },
  }
}
