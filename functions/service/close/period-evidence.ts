import { loggedPeriodNames } from '@tallystick/audit/verify/period-pack'
import { zipOf } from '@tallystick/audit/zip/zip'
import { utf8 } from '@tallystick/engine/base'
import { isLongFile, rootOfState, stateOfFiles } from '@tallystick/engine/close'
import { checkpointInNote } from '@tallystick/engine/log'
import { hashOfLine, type InclusionProof, verifyInclusion } from '@tallystick/engine/merkle'
import { formatPeriodLog } from '@tallystick/engine/verify'
import type { Context } from 'hono'
import { packType } from '../evidence/evidence-pack.ts'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { noteExport } from '../http/audit-event.ts'
import { ProblemError } from '../http/problem.ts'
import { requireScope } from '../http/scopes.ts'
import { streamOf } from '../http/stream.ts'
import { vkeysOf } from '../keys/public-keys.ts'
import { keyPeriodNotes } from '../log/key-periods.ts'
import { ownLogObjects } from '../log/own-log.ts'
import { proveByEntries, proveByTiles } from '../log/published-tree.ts'
import { sha256 } from '../platform/hasher.ts'
import { executorOf } from '../runs/executor.ts'
import { actStore, type SignoffRow } from '../store/act-store.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { earlierTextsOf } from './earlier-lines.ts'
import { decisionFaults, signoffFaults } from './entry-faults.ts'
import { dbOf } from './read-reconciliations.ts'
import { runOf, signedFilesOf } from './signable-period.ts'
import { openPeriod, periodStatements, type StoredPeriod } from './stored-period.ts'
import { entryOf } from './stored-signoffs.ts'
import { stateFaults } from './verify-state.ts'

/**
 * The pack of a period: its files, and the entries of the log about it with their proofs. Throws `period_not_found`,
 * `period_not_run`, and `records_altered` where a row is not that of its entry or a submitted period
 * is not as it was submitted. Reads a few tiles of the log for each entry.
 */
export async function answerPeriodEvidence(c: Context<AppEnv>, periodId: string): Promise<Response> {
  c.set('mediaType', packType)
  const { period, entries } = await readSealed(c, periodId)
  const { row, files, lines } = period
  const log = formatPeriodLog(await logOf(c, entries))
  await noteExport(c, 'evidence.exported', periodId)
  const texts: { readonly [name: string]: string } = { ...files, ...log }
  const earlier = earlierTextsOf(executorOf(c), runOf(period), row)
  const partsOf = (name: string) => {
    if (name === 'earlier.ndjson') return bytesOf(earlier)
    return isLongFile(name) ? bytesOf(lines(name)) : textOf(texts[name])
  }
  const parts = zipOf(loggedPeriodNames.map((name) => ({ name, parts: partsOf(name) })))
  return new Response(streamOf(parts), {
    headers: { 'Content-Type': packType, 'Content-Disposition': `attachment; filename="${row.id}.zip"` },
  })
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield utf8(text)
}

/** Encoded when the archive comes to it. */
function* textOf(text: string | undefined): Generator<Uint8Array> {
  if (text === undefined) throw new Error('A file of the pack was not written')
  yield utf8(text)
}

interface SealedPeriod {
  readonly period: StoredPeriod
  /** In the order of the log: the receipt of the run, each batch of decisions and each step. */
  readonly entries: readonly ReceiptRow[]
}

async function readSealed(c: Context<AppEnv>, periodId: string): Promise<SealedPeriod> {
  const { tenantId } = c.var.identity
  const db = dbOf(c)
  const [rows, decided, runs, signoffs, acts] = await db.batch([
    ...periodStatements(db, tenantId, periodId),
    actStore(db).signoffs(tenantId, periodId),
    receiptStore(db).ofPeriod(tenantId, periodId),
  ])
  if (rows.length > 0) requireScope(c, 'datasets:read')
  // What the pack has is compared with its roots.
  const period = await openPeriod(executorOf(c), [rows, decided, runs], { isWhole: true })
  if (period === undefined) throw new ProblemError('period_not_found')
  const run = runOf(period)
  const { row } = period
  const [receipt] = await receiptStore(db).ofRun(tenantId, run.id)
  if (receipt === undefined) throw recordsAltered('The receipt of the period’s run is gone.')
  const [fault] = [
    ...decisionFaults(decided, acts),
    ...signoffFaults(signoffs, acts),
    ...(row.state === 'open' ? [] : submissionFaults(period, { signoffs, receipt })),
  ]
  if (fault !== undefined) throw recordsAltered(`${fault}.`)
  return { period, entries: [...acts, receipt].toSorted((one, other) => one.sequence - other.sequence) }
}

interface Submitted {
  readonly signoffs: readonly SignoffRow[]
  readonly receipt: ReceiptRow
}

/** What of a submitted or closed period is not as it was submitted. */
function submissionFaults(period: StoredPeriod, { signoffs, receipt }: Submitted): readonly string[] {
  const last = signoffs.at(-1)
  if (last === undefined) return ['The sign-offs of the period are gone']
  const entry = entryOf(last)
  const state = stateOfFiles(sha256, signedFilesOf(period), entry)
  return [
    ...(entry.receipt === receipt.leafHash ? [] : ['The run of the period is not the one that was submitted']),
    ...stateFaults(period.row.state, { root: rootOfState(sha256, state), signoffs }),
  ]
}

/** The log's side of the pack, in the tree of the last entry's checkpoint. */
async function logOf(c: Context<AppEnv>, entries: readonly ReceiptRow[]) {
  const note = entries.at(-1)?.checkpoint ?? ''
  const checkpoint = checkpointInNote(note)
  if (!checkpoint.ok) throw recordsAltered('The checkpoint of the period’s last entry is gone.')
  const { size, root } = checkpoint.value
  const proofs = await inclusionsOf(c, entries, size)
  const isProven = entries.every(({ sequence, line }, index) => {
    const proof = proofs[index]
    return proof?.index === sequence && verifyInclusion(sha256, { leaf: hashOfLine(sha256, line), root, proof })
  })
  if (!isProven) throw recordsAltered('An entry about the period is not the one in the log.')
  const keys = await vkeysOf(c.var.isolate, c.env, note)
  const periods = await keyPeriodNotes(c.env)
  return { lines: entries.map(({ line }) => line), proofs, checkpoint: note, periods, keys }
}

async function inclusionsOf(
  c: Context<AppEnv>,
  entries: readonly ReceiptRow[],
  size: number,
): Promise<readonly InclusionProof[]> {
  const { tenantId } = c.var.identity
  const places = entries.map(({ sequence }) => sequence)
  const byTiles = await proveByTiles(ownLogObjects(c.env, tenantId), size, async (tree) => {
    const proofs: InclusionProof[] = []
    for (const place of places) proofs.push(await tree.inclusion(place, size))
    return proofs
  })
  if (byTiles !== undefined) return byTiles
  const { inclusion } = await proveByEntries(dbOf(c), tenantId, { size, leaves: new Set(places) })
  return places.flatMap((place) => inclusion.get(place) ?? [])
}
