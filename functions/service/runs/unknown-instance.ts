import { nearestNames } from '@tallystick/engine/base'
import { type BySide, sides } from '@tallystick/engine/record'
import type { Adapter } from '@tallystick/schema/adapter'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import type { ResolvedSides } from './resolve-adapter.ts'

const namedCountMax = 5

/** Most adapters of the tenant among which the nearest are looked for. */
const knownCountMax = 500

interface Resolution {
  readonly adapters: BySide<Adapter>
  readonly resolved: ResolvedSides
  /** Whether the request may ask for the side to be taken as empty. */
  readonly mayBeEmpty: boolean
}

/**
 * Throws `unknown_adapter` when an adapter names an instance without a dataset: a misspelt instance would otherwise
 * make a sealed run in which every record is open. The problem names the nearest adapters. One query, none when every
 * instance has a dataset.
 */
export async function refuseUnknownInstances(
  db: Database,
  tenantId: string,
  { adapters, resolved, mayBeEmpty }: Resolution,
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
  const remedy = mayBeEmpty ? '; with "allowEmpty": true the side is taken as empty' : ''
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
