import {
  type ChainInput,
  compileRules,
  createTableBuilder,
  type Parsed,
  type Plan,
  type ReconciledRun,
  reconcileRun,
  type Table,
} from '@tallystick/engine'
import { isSystemError } from '../file-fault.ts'
import { sha256 } from '../sha256.ts'
import type { PackFile } from './pack-file.ts'
import { Unreadable } from './unreadable.ts'

/** A run that was computed again from its evidence pack. */
export interface PackRun extends ReconciledRun {
  readonly plan: Plan
  readonly source: PackSide
  readonly target: PackSide
}

export interface PackSide {
  readonly table: Table
  readonly root: string
}

/**
 * Runs the engine over the records and rules of a pack. Requires that its chain has been verified: the lines are taken
 * as they are. Throws where the engine refuses what was sealed all the same.
 */
export async function runPack({ input, artifact }: PackFile): Promise<PackRun> {
  const plan = planOf(input)
  const source = { table: await tableOf(artifact('source.ndjson'), plan), root: input.run.source.root }
  const target = { table: await tableOf(artifact('target.ndjson'), plan), root: input.run.target.root }
  return { plan, source, target, ...reconcileRun({ source, target, plan, sha256 }) }
}

/** What `work` comes to; otherwise what the engine refuses of records and rules that a dishonest service has sealed. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Parsed<Value>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    if (error instanceof Unreadable || isSystemError(error)) throw error
    return { ok: false, detail: `the engine refuses the records or rules that were sealed: ${error}` }
  }
}

/** The plan of a pack's effective rules, which compile to themselves. Throws where they do not. */
export function planOf({ rules, run }: ChainInput): Plan {
  const text = typeof rules === 'string' ? rules : Buffer.from(rules).toString()
  const compiled = compileRules({ form: 'rules', rules: JSON.parse(text) })
  if (!compiled.ok) throw new Error(compiled.faults.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; '))
  const isDefault = 'id' in run.policy && run.policy.id === 'default@1'
  return { ...compiled.plan, policyId: isDefault ? 'default@1' : 'custom' }
}

async function tableOf(parts: AsyncIterable<Uint8Array>, { attributePaths }: Plan): Promise<Table> {
  const builder = createTableBuilder(attributePaths)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let waiting = ''
  for await (const part of parts) {
    const text = waiting + decoder.decode(part, { stream: true })
    const end = text.lastIndexOf('\n') + 1
    builder.addLines(text.slice(0, end))
    waiting = text.slice(end)
  }
  return builder.finish()
}
