import { traceLineage } from '../../../../engine/explain/lineage.ts'
import { proveLines } from '../../../../engine/merkle/prove-lines.ts'
import { verifyProofChain } from '../../../../engine/verify/verify-proof-chain.ts'
import { verifySignature } from '../../../engine/support/ed25519.ts'
import { inputOf, type StoredRun, seal, streamOf } from '../../../engine/support/sealed.ts'
import { sha256 as nodeSha256 } from '../../../engine/support/sha256.ts'
import type { MeasuredRead } from './measure.ts'

/** Reads a sealed run of so many records a side, in a process of Node with `--expose-gc`, and writes what each reading held. */

const recordCount = Number(process.argv[2])
const { gc } = globalThis
if (gc === undefined) throw new Error('Wanted --expose-gc')

function held(): number {
  gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Digests between two looks, of which each costs a collection. */
const digestsApart = Math.min(recordCount, 50_000)
let idle = 0
let peak = 0
let digests = 0
const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => {
  digests += 1
  if (digests % digestsApart === 0) peak = Math.max(peak, held())
  return nodeSha256(...parts)
}

async function measure(name: string, read: () => Promise<boolean>): Promise<MeasuredRead> {
  idle = held()
  peak = idle
  const isSound = await read()
  peak = Math.max(peak, held())
  return { name, isSound, megabytes: Math.round((peak - idle) / 104_857.6) / 10 }
}

const record = (side: string, index: number) => ({
  id: `${side}-${index.toString(36).padStart(6, '0')}`,
  amount: `${index % 9_973}.${side === 's' || index % 10 > 0 ? '25' : '75'}`,
  currency: 'EUR',
  date: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
  reference: `INV-${index}`,
})
const recordsOf = (side: string) => Array.from({ length: recordCount }, (_, index) => record(side, index))

const sealed = (): Promise<StoredRun> =>
  seal({
    source: recordsOf('s'),
    target: recordsOf('t'),
    rules: [{ id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] }],
    chunkBytesMax: 256 * 1024,
  })

const stored = await sealed()
const ids = new Set(['s-000007', 's-000008'])
/** The account of all records last: what was made to seal the run is gone by then. */
const readings: readonly (readonly [string, () => Promise<boolean>])[] = [
  [
    'proveLines',
    async () => {
      const wanted = ({ text }: { readonly text: string }): boolean => ids.has(JSON.parse(text).id)
      const { root, lines } = await proveLines(sha256, streamOf(stored.source), wanted)
      return root === stored.run.source.root && lines.length === ids.size
    },
  ],
  [
    'traceLineage',
    async () => {
      const { run, receipt, checkpoint } = stored
      const lineage = await traceLineage(sha256, {
        artifact: 'source:s-000007',
        open: (name) => streamOf(stored[name]),
        run: {
          source: { ...run.source, datasetId: 'dst_s' },
          target: { ...run.target, datasetId: 'dst_t' },
          rules: [],
          policy: run.policy.hash,
          engine: run.engineVersion,
          resultRoot: run.resultRoot ?? '',
          receipt: receipt?.line ?? '',
          checkpoint,
        },
      })
      return lineage?.faults.length === 0 && lineage.backward.records.length === 1
    },
  ],
  [
    'verifyProofChain',
    async () => (await verifyProofChain({ sha256, verify: verifySignature }, inputOf(stored))).verified,
  ],
]
for (const [name, read] of readings) process.stdout.write(`${JSON.stringify(await measure(name, read))}\n`)
