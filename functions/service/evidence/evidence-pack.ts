import { type ZipFile, zipOf } from '@tallystick/audit/zip/zip'
import { utf8 } from '@tallystick/engine/base'
import type { Side } from '@tallystick/engine/record'
import {
  type Anchor,
  formatAnchor,
  formatKeyPeriods,
  formatKeys,
  formatManifest,
  formatProofs,
  formatReceipts,
  packFileNames,
  packFileNamesAnchored,
  packReadme,
  type StoredChunk,
  splitRun,
} from '@tallystick/engine/verify'
import type { Context } from 'hono'
import { readStored } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { streamOf } from '../http/stream.ts'
import { runRecordOf, sidesOf } from '../runs/run-record.ts'
import { policyBytesOf } from '../runs/stored-policy.ts'
import { refuseTooLongPack } from '../runs/too-many-records.ts'
import { rootedText } from '../store/close-line-store.ts'
import { requireWholeDataset } from '../store/dataset-account.ts'
import type { ReceiptRow } from '../store/receipt-store.ts'
import { type ChunkPlace, resultChunksOf, resultPlacesOf } from '../store/result-chunks.ts'
import { sideChunksOf } from '../store/side-chunks.ts'
import { loadAnchor, proofsOf, type Sealed, vkeysOfAll } from './sealed.ts'

/** A zip archive, made while the client reads it. Throws `run_too_large` for a pack that a zip cannot hold. */
export async function packOf(c: Context<AppEnv>, sealed: Sealed, periods: readonly string[]): Promise<Response> {
  const { db, run } = sealed
  const places = await resultPlacesOf(db, run)
  const { source, target } = sidesOf(run)
  for (const side of [source, target]) await requireWholeDataset(db, run.tenantId, side)
  refuseTooLongPack(
    run,
    places.reduce((sum, { objectLength }) => sum + (objectLength ?? 0), 0),
  )
  const vkeys = await vkeysOfAll(c, [sealed.receipt, sealed.previous])
  const anchor = await loadAnchor(c, sealed)
  const parts = zipOf(filesOf(sealed, { places, vkeys, periods, anchor }))
  return new Response(streamOf(parts), {
    headers: { 'Content-Type': packType, 'Content-Disposition': `attachment; filename="${run.id}.zip"` },
  })
}

export const packType = 'application/zip'

interface PackParts {
  readonly places: readonly ChunkPlace[]
  /** The verifier keys that signed the two checkpoints. */
  readonly vkeys: readonly string[]
  /** The signed notes on the periods of the service's keys. */
  readonly periods: readonly string[]
  /** The anchor of the run; undefined for a run that is not anchored. */
  readonly anchor: Anchor | undefined
}

function filesOf(sealed: Sealed, { places, vkeys, periods, anchor }: PackParts): readonly ZipFile[] {
  const { db, run, receipt, previous } = sealed
  const record = readStored('The row of the run', () => runRecordOf(run))
  const manifest = formatManifest({
    kind: 'tallystick/pack@2',
    ...splitRun(record),
    source: record.source.root,
    target: record.target.root,
    result: run.resultRoot,
    policy: run.policyHash,
    engine: run.engineVersion,
    leaves: places.reduce((sum, { count }) => sum + count, 0),
  })
  const linesOf = (side: Side) => bytesOf(sideChunksOf(sealed, run, { side }))
  const parts: { readonly [name in (typeof packFileNamesAnchored)[number]]: ZipFile['parts'] } = {
    'manifest.json': [utf8(manifest)],
    'rules.json': policyBytesOf(db, run),
    'source.ndjson': linesOf('source'),
    'target.ndjson': linesOf('target'),
    'result.ndjson': bytesOf(resultChunksOf(sealed, run, places)),
    'receipts.ndjson': [utf8(formatReceipts(previous?.line ?? null, receipt.line))],
    'proofs.json': [
      utf8(formatProofs({ ...proofsOf(receipt), previous: previous ? proofsOf(previous).inclusion : null })),
    ],
    'previous-checkpoint.txt': noteIn(previous),
    'checkpoint.txt': noteIn(receipt),
    'key-periods.txt': [utf8(formatKeyPeriods(periods))],
    'keys.txt': [utf8(formatKeys(vkeys))],
    'anchor.json': anchor === undefined ? [] : [utf8(formatAnchor(anchor))],
    'README.txt': [utf8(packReadme)],
  }
  const names = anchor === undefined ? packFileNames : packFileNamesAnchored
  return names.flatMap((name) => [
    { name, parts: parts[name] },
    ...(name === 'result.ndjson' ? instructionFiles(sealed) : []),
  ])
}

/** Of a period's run of which decisions asked something. */
function instructionFiles({ db, run: { tenantId, period } }: Sealed): readonly ZipFile[] {
  if (period === null || period.instructions === null) return []
  const place = { periodId: period.id, root: period.instructions }
  return [{ name: 'instructions.ndjson', parts: textIn(() => rootedText(db, tenantId, place)) }]
}

async function* textIn(read: () => Promise<string>): AsyncGenerator<Uint8Array> {
  yield utf8(await read())
}

const noteIn = (row: ReceiptRow | undefined): readonly Uint8Array[] => (row?.checkpoint ? [utf8(row.checkpoint)] : [])

async function* bytesOf(chunks: AsyncIterable<StoredChunk>): AsyncGenerator<Uint8Array> {
  for await (const { text } of chunks) yield utf8(text)
}
