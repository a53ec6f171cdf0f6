import {
  type CompiledPolicy,
  compileRules,
  createTableBuilder,
  isObject,
  type Parsed,
  policyIds,
  type ReconciledRun,
  readPolicy,
  reconcileRun,
  type Table,
} from '@tallystick/engine'
import { UnreadableError } from '../platform/unreadable-error.ts'
import type { PackFile } from './pack-file.ts'
import { stretchesIn } from './pack-lines.ts'
import type { VerifyPlatform } from './verify-platform.ts'

/** A run that was computed again from its evidence pack. */
export interface PackRun extends ReconciledRun {
  readonly policy: CompiledPolicy
  readonly source: PackSide
  readonly target: PackSide
}

export interface PackSide {
  readonly table: Table
  readonly root: string
}

/**
 * Runs the engine over the records and rules of a pack. Requires that the pack's chain has been verified: its lines are
 * read without further checks. Throws where the engine refuses records or rules, which a dishonest service may seal.
 */
export async function runPack({ sha256 }: VerifyPlatform, pack: PackFile): Promise<PackRun> {
  const { input, artifact } = pack
  const policy = policyOf(pack)
  const source = { table: await tableOf(artifact('source.ndjson'), policy), root: input.run.source.root }
  const target = { table: await tableOf(artifact('target.ndjson'), policy), root: input.run.target.root }
  return { policy, source, target, ...reconcileRun({ source, target, policy, sha256 }) }
}

/** The result of `work`, or as a fault what the engine refuses. Rejects where the pack cannot be read. */
export async function refusalAsFault<Value>(work: () => Promise<Value>): Promise<Parsed<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    return { ok: false, detail: `the engine refuses the records or rules that were sealed: ${error}` }
  }
}

/** The compiled policy of a pack's `rules.json`, under the name that the pack gives it. Throws where the rules do not compile. */
function policyOf({ rules, unproven }: PackFile): CompiledPolicy {
  const compiled = compileRules(readPolicy(rules))
  if (!compiled.ok) throw new Error(compiled.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '))
  // No receipt binds the name of a policy, and no result depends on it.
  const policy = unproven['policy']
  const policyId = policyIds.find((id) => isObject(policy) && policy['id'] === id) ?? 'custom'
  return { ...compiled.policy, policyId }
}

async function tableOf(parts: AsyncIterable<Uint8Array>, { attributePaths }: CompiledPolicy): Promise<Table> {
  const builder = createTableBuilder(attributePaths)
  for await (const stretch of stretchesIn(parts)) builder.addLines(stretch)
  return builder.finish()
}
