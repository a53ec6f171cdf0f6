import {
  type ChainInput,
  type CompiledPolicy,
  compileRules,
  createTableBuilder,
  isObject,
  type JsonObject,
  type Parsed,
  policyIds,
  type ReconciledRun,
  readPolicy,
  reconcileRun,
  type Table,
} from '@tallystick/engine'
import { isFileError } from '../file-fault.ts'
import { sha256 } from '../sha256.ts'
import type { PackFile } from './pack-file.ts'

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
export async function runPack({ input, unproven, artifact }: PackFile): Promise<PackRun> {
  const policy = policyOf(input, unproven)
  const source = { table: await tableOf(artifact('source.ndjson'), policy), root: input.run.source.root }
  const target = { table: await tableOf(artifact('target.ndjson'), policy), root: input.run.target.root }
  return { policy, source, target, ...reconcileRun({ source, target, policy, sha256 }) }
}

/** The result of `work`, or as a fault what the engine refuses. Rejects where a file cannot be read. */
export async function refusalAsFault<Value>(work: () => Promise<Value>): Promise<Parsed<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (isFileError(error)) throw error
    return { ok: false, detail: `the engine refuses the records or rules that were sealed: ${error}` }
  }
}

/** The compiled policy of a pack's `rules.json`, under the name that the pack gives it. Throws where the rules do not compile. */
function policyOf({ rules }: ChainInput, { policy }: JsonObject): CompiledPolicy {
  const compiled = compileRules(readPolicy(policyTextOf(rules)))
  if (!compiled.ok) throw new Error(compiled.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '))
  // No receipt binds the name of a policy, and no result depends on it.
  const policyId = policyIds.find((id) => isObject(policy) && policy['id'] === id) ?? 'custom'
  return { ...compiled.policy, policyId }
}

/** The text of a pack's `rules.json`. */
export const policyTextOf = (rules: ChainInput['rules']): string =>
  typeof rules === 'string' ? rules : Buffer.from(rules).toString()

async function tableOf(parts: AsyncIterable<Uint8Array>, { attributePaths }: CompiledPolicy): Promise<Table> {
  const builder = createTableBuilder(attributePaths)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let lineBeginning = ''
  for await (const part of parts) {
    const text = lineBeginning + decoder.decode(part, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    builder.addLines(text.slice(0, end))
    lineBeginning = text.slice(end)
  }
  return builder.finish()
}
