import { nearestNames } from '@tallystick/engine/base'
import { type BySide, sides } from '@tallystick/engine/record'
import { type Adapter, datasetKind } from '@tallystick/schema/adapter'
import { ProblemError } from '../http/problem.ts'
import { unsealed } from '../http/unsealed.ts'
import type { Database } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { uploadStore } from '../store/upload-store.ts'
import { choiceOf, type ResolvedSides, resolveSides, type SidesToResolve } from './resolve-adapter.ts'

/** The statements that read the datasets that the adapters may mean, for the batch of the caller's other reads. */
export function candidatesOf(db: Database, tenantId: string, { source, target }: BySide<Adapter>) {
  const datasets = datasetStore(db)
  return [datasets.candidates(tenantId, choiceOf(source)), datasets.candidates(tenantId, choiceOf(target))] as const
}

interface SidesToPin extends SidesToResolve {
  /**
   * Whether a side is taken as empty when its adapter names an instance without a dataset; undefined if none ever is.
   */
  readonly allowEmpty: boolean | undefined
}

/**
 * Pins each side of a request to one of `candidates`, the datasets that its adapter may mean. Throws
 * `dataset_not_sealed`, `unknown_adapter`, and the problems of `resolveSides`. Queries the database only if a side
 * names a dataset or an instance that has no candidate.
 */
export async function pinSides(db: Database, tenantId: string, wanted: SidesToPin): Promise<ResolvedSides> {
  await refuseUnsealedSides(db, tenantId, wanted)
  const resolved = resolveSides(wanted)
  if (!wanted.allowEmpty) await refuseUnknownInstances(db, tenantId, { ...wanted, resolved })
  return resolved
}

/** Throws `dataset_not_sealed` where a side names a dataset that is still being uploaded, or was refused. */
async function refuseUnsealedSides(
  db: Database,
  tenantId: string,
  { adapters, candidates }: SidesToResolve,
): Promise<void> {
  for (const side of sides) {
    const { kind, instance } = adapters[side]
    if (kind !== datasetKind || instance === undefined || candidates[side].length > 0) continue
    const [upload] = await uploadStore(db).find(tenantId, instance)
    if (upload === undefined) continue
    const detail = `The dataset is in the state ${upload.state}`
    throw unsealed(upload.state, [{ pointer: `/${side}Adapter`, code: 'dataset_not_sealed', detail }])
  }
}

const namedCountMax = 5

/** The most adapters of a tenant that are read to find the nearest names. */
const knownCountMax = 500

/**
 * Throws `unknown_adapter` when an adapter names an instance without a dataset: a misspelt instance would otherwise
 * make a sealed run in which every record is open. The problem names the nearest adapters. One query, none when every
 * instance has a dataset.
 */
async function refuseUnknownInstances(
  db: Database,
  tenantId: string,
  { adapters, resolved, allowEmpty }: SidesToPin & { readonly resolved: ResolvedSides },
): Promise<void> {
  const unknown = sides.filter((side) => resolved[side].datasetId === null && adapters[side].instance !== undefined)
  if (unknown.length === 0) return
  const known = await datasetStore(db).adapters(tenantId, knownCountMax)
  const names = known.map(({ adapter }) => adapter)
  const errors = unknown.map((side) => ({
    pointer: `/${side}Adapter`,
    code: 'unknown_adapter',
    detail: `There is no dataset for ${adapters[side].text}${hintOf(adapters[side], names)}`,
  }))
  const remedy = allowEmpty === undefined ? '' : '; with "allowEmpty": true the side is taken as empty'
  throw new ProblemError('unknown_adapter', {
    detail: `${errors.map(({ detail }) => detail).join('. ')}. Upload a dataset first${remedy}.`,
    errors,
  })
}

/** Names of similar spelling come first, then the other instances of the kind. */
function hintOf({ text, kind }: Adapter, known: readonly string[]): string {
  const ofKind = known.filter((name) => name === kind || name.startsWith(`${kind}:`))
  const named = [...new Set([...nearestNames(text, known), ...ofKind])].slice(0, namedCountMax)
  if (named.length === 0) return ''
  return named.length === 1 ? `; the nearest is ${named[0]}` : `; the nearest are ${named.join(', ')}`
}
