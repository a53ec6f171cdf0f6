import { isObject, type Parsed } from '@tallystick/engine/base'
import { type ReconciledRun, reconcileRun } from '@tallystick/engine/reconcile'
import { type AttributeChoice, createTableBuilder, type Table } from '@tallystick/engine/record'
import { type CompiledPolicy, compileRules, policyIds, readPolicy } from '@tallystick/engine/rules'
import { Cancelled } from '../base/cancelled.ts'
import { UnreadableError } from '../base/unreadable-error.ts'
import type { PackFile } from './pack-file.ts'
import { blocksIn } from './pack-lines.ts'
import type { VerifyPlatform } from './verify-platform.ts'

export interface PackRun extends ReconciledRun {
  readonly policy: CompiledPolicy
  readonly source: PackSide
  readonly target: PackSide
}

export interface PackSide {
  readonly table: Table
  readonly root: string
}

type PackRunInput = Omit<PackRun, keyof ReconciledRun>

/**
 * Runs the engine over the records and rules of a pack. Requires a verified chain, since lines are read without checks.
 * Throws where the engine refuses records or rules, which a dishonest service may have sealed.
 */
export async function runPack({ sha256 }: VerifyPlatform, pack: PackFile): Promise<PackRun> {
  const input = await readPackRun(pack)
  return { ...input, ...reconcileRun({ ...input, sha256 }) }
}

/**
 * The records and rules of a pack, with the attributes that the rules name. Requires and throws the same as `runPack`.
 */
export async function readPackRun(pack: PackFile, attributes?: AttributeChoice): Promise<PackRunInput> {
  const { input, artifact } = pack
  const policy = policyOf(pack)
  const chosen = attributes ?? policy.attributePaths
  const source = { table: await tableOf(artifact('source.ndjson'), chosen), root: input.run.source.root }
  const target = { table: await tableOf(artifact('target.ndjson'), chosen), root: input.run.target.root }
  return { policy, source, target }
}

/**
 * Does the work, and returns a refusal by the engine as a fault. Rejects where the pack cannot be read, or with
 * `Cancelled`.
 */
export async function refusalAsFault<Value>(work: () => Promise<Value>): Promise<Parsed<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof Cancelled) throw error
    return { ok: false, detail: `the engine refuses the records or rules that were sealed: ${error}` }
  }
}

/** Throws where the rules do not compile. */
function policyOf({ rules, unproven }: PackFile): CompiledPolicy {
  const compiled = compileRules(readPolicy(rules))
  if (!compiled.ok) throw new Error(compiled.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '))
  // The name of a policy is not proven by any receipt, and no result depends on it.
  const policy = unproven['policy']
  const policyId = policyIds.find((id) => isObject(policy) && policy['id'] === id) ?? 'custom'
  return { ...compiled.policy, policyId }
}

async function tableOf(parts: AsyncIterable<Uint8Array>, attributes: AttributeChoice): Promise<Table> {
  const builder = createTableBuilder(attributes)
  for await (const block of blocksIn(parts)) builder.addLines(block)
  return builder.finish()
}
