import { expect } from 'vitest'
import { traceLineage } from '../../../engine/explain/lineage.ts'
import type { Lineage, TracedRecord } from '../../../engine/explain/lineage-answer.ts'
import { leafHashOf } from './lines.ts'
import { provesInclusion } from './naive-merkle.ts'
import { sha256 } from './sha256.ts'
import type { StoredRun } from './stored-run.ts'

/** The lineage of an artifact of a stored run, if it has one. */
export const trace = ({ run, open }: StoredRun, artifact: string): Promise<Lineage | undefined> =>
  traceLineage(sha256, { artifact, run, open })

/** The lineage of an artifact that the run must have. */
export async function lineageOf(stored: StoredRun, artifact: string): Promise<Lineage> {
  const lineage = await trace(stored, artifact)
  if (lineage === undefined) throw new Error(`There is no ${artifact}`)
  return lineage
}

const prefixes: { readonly [kind: string]: string } = {
  match: 'mat',
  suggestion: 'sug',
  break: 'brk',
  excluded: 'exc',
  netted: 'net',
}

/** The id of a line of a result, as it is written there. */
export const idOfText = (line: string): string => `${prefixes[JSON.parse(line).kind]}_${leafHashOf(line).slice(0, 26)}`

/** Checks a record against the stored dataset: its line, its bytes and, by the algorithm of RFC 9162, its proof. */
export function expectProven({ run, lines }: StoredRun, record: TracedRecord): void {
  const { side, id, leafIndex, inclusion } = record
  expect(JSON.parse(record.bytes).id).toBe(id)
  expect(record.bytes).toBe(lines[side][leafIndex])
  expect([record.line, record.leafHash]).toEqual([leafIndex + 1, leafHashOf(record.bytes)])
  expect([record.datasetId, record.root]).toEqual([run[side].datasetId, run[side].root])
  expect([inclusion.index, inclusion.size]).toEqual([leafIndex, lines[side].length])
  const proof = inclusion.hashes.map((hash) => Buffer.from(hash, 'hex'))
  const [leaf, root] = [Buffer.from(record.leafHash, 'hex'), Buffer.from(run[side].root, 'hex')]
  expect(provesInclusion({ leafIndex, treeSize: inclusion.size, leaf, root, proof })).toBe(true)
}

/** `candidate target:t1` */
export const brief = ({ side, id, residual = id, role }: TracedRecord): string => `${role} ${side}:${residual}`
