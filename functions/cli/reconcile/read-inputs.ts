import type { Proposal } from '@tallystick/engine/propose'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import { readRules } from '../read-config.ts'
import { type ReadOptions, readSides } from './read-sides.ts'
import { proposedRules, type ReconcileArguments } from './reconcile-arguments.ts'
import type { Sides } from './record-texts.ts'
import { outFaults } from './result-file.ts'

type InputsResult =
  | {
      readonly ok: true
      /** Undefined where a proposal has no rules. */
      readonly policy: CompiledPolicy | undefined
      /** Undefined where the rules were given. */
      readonly proposal: Proposal | undefined
      readonly sides: Sides
    }
  | { readonly ok: false; readonly faults: readonly string[] }

/**
 * Reads the files of a reconciliation and checks that its result can be written. Returns the faults of all files
 * together.
 */
export async function readInputs(
  input: ReconcileArguments,
  { progress, thread }: Omit<ReadOptions, 'attributePaths'>,
): Promise<InputsResult> {
  const rules = input.rules === proposedRules ? undefined : await readRules(input.rules)
  const out = await outFaults(input)
  const attributePaths = rules === undefined ? 'all' : rules.ok ? rules.value.attributePaths : []
  const read = await readSides(input, { attributePaths, progress, thread })
  const faults = [...(rules?.ok === false ? rules.faults : []), ...(read.ok ? [] : read.faults), ...out]
  if (faults.length > 0 || !read.ok || rules?.ok === false) return { ok: false, faults }
  const { sides } = read
  if (rules !== undefined) return { ok: true, policy: rules.value, proposal: undefined, sides }
  // Few reconciliations propose rules, and what proposes them takes a while to load.
  const { compileProposal, proposeFor } = await import('./propose-for.ts')
  const proposal = proposeFor(sides, progress)
  return { ok: true, policy: compileProposal(proposal), proposal, sides }
}
