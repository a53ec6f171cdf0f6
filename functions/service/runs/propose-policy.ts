import { shownProposal } from '@tallystick/audit/report/shown-proposal'
import { WorkLimitError } from '@tallystick/engine/match'
import { type Proposal, proposeInSlices } from '@tallystick/engine/propose'
import { type BySide, sides } from '@tallystick/engine/record'
import { type Adapter, adapterOf, isDemoKind } from '@tallystick/schema/adapter'
import { proposalRequest } from '@tallystick/schema/propose'
import type { Context } from 'hono'
import { missingDataset } from '../datasets/missing-dataset.ts'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/body.ts'
import { ProblemError } from '../http/problem.ts'
import { inlineRecordCountMaxOf } from '../platform/record-limit.ts'
import { runLimits } from '../platform/run-limits.ts'
import { computeInSlices } from '../platform/slices.ts'
import { type Database, databaseOf, queries } from '../store/database.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { type LoadedSide, loadSides } from './load-sides.ts'
import { candidatesOf, pinSides } from './pin-sides.ts'
import type { ResolvedSides } from './resolve-adapter.ts'
import { RunError } from './run-error.ts'

/**
 * Answers with proposed rules. Throws the problems of `pinSides`, and `dataset_not_found` for a side without a dataset.
 */
export async function answerProposal(c: Context<AppEnv>): Promise<Response> {
  const { sourceAdapter, targetAdapter } = await readJson(c, proposalRequest)
  const { tenantId } = c.var.identity
  const db = queries(databaseOf(c.env, tenantId))
  const resolved = await resolve(c, db, { source: adapterOf(sourceAdapter), target: adapterOf(targetAdapter) })
  const { source, target } = resolved
  await c.var.memory.takeForLearning(source.recordCount + target.recordCount)
  const proposal = await propose(await load(c, db, resolved))
  return c.json({ source, target, ...shownProposal(proposal) }, 200)
}

/** One round trip, and another to name the nearest adapters when one is unknown. */
async function resolve(c: Context<AppEnv>, db: Database, adapters: BySide<Adapter>): Promise<ResolvedSides> {
  const { tenantId } = c.var.identity
  const [source, target] = await db.batch(candidatesOf(db, tenantId, adapters))
  const resolved = await pinSides(db, tenantId, {
    adapters,
    candidates: { source, target },
    recordCountMax: inlineRecordCountMaxOf(c.env, c.var.isolate),
    allowEmpty: undefined,
  })
  refuseAbsent(adapters, resolved)
  return resolved
}

/** Throws `dataset_not_found` when an adapter kind has no dataset at all. */
function refuseAbsent(adapters: BySide<Adapter>, resolved: ResolvedSides): void {
  const errors = sides
    .filter((side) => resolved[side].datasetId === null)
    .map((side) => ({
      pointer: `/${side}Adapter`,
      code: 'dataset_not_found',
      detail: `There is no dataset for the adapter ${adapters[side].text}.`,
    }))
  if (errors.length > 0)
    throw new ProblemError('dataset_not_found', { detail: errors.map(({ detail }) => detail).join(' '), errors })
}

/** Throws `records_altered` for changed bytes, or the problem of a dataset that was deleted meanwhile. */
async function load(c: Context<AppEnv>, db: Database, resolved: ResolvedSides): Promise<BySide<LoadedSide>> {
  const { tenantId } = c.var.identity
  try {
    return await loadSides({ db, env: c.env }, { tenantId, run: resolved, attributePaths: 'all' })
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    throw (
      (await findDeletion(c, db, resolved)) ??
      recordsAltered('The stored bytes of a dataset are not those that were sealed.')
    )
  }
}

async function findDeletion(
  c: Context<AppEnv>,
  db: Database,
  resolved: ResolvedSides,
): Promise<ProblemError | undefined> {
  for (const { datasetId } of [resolved.source, resolved.target]) {
    if (datasetId === null || isDemoKind(datasetId)) continue
    const [row] = await datasetStore(db).find(c.var.identity.tenantId, datasetId)
    if (row === undefined) return missingDataset(c, db, datasetId)
  }
  return undefined
}

/** Throws `work_limit` for records that take too many steps. */
async function propose({ source, target }: BySide<LoadedSide>): Promise<Proposal> {
  const input = { source: source.table, target: target.table, stepCountMax: runLimits.inlineStepCountMax }
  try {
    return await computeInSlices(proposeInSlices(input))
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error
    throw new ProblemError('work_limit', {
      detail: `To try rules on these records takes more than ${runLimits.inlineStepCountMax} counted steps, too many for one request. Without this limit: npx tallystick propose SOURCE TARGET`,
    })
  }
}
