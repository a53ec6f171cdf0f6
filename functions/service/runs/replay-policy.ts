import { compileRules, type ReferenceDataInput, type RuleFault, type RuleSetInput } from '@tallystick/engine/rules'
import { faultCountMax } from '@tallystick/schema/fault-messages'
import { type PolicyChanges, pointerInPolicy, ruleSetOf } from '@tallystick/schema/policy'
import type { Fault } from '@tallystick/schema/problem'
import { problemOfFaults } from '../http/body.ts'
import { ProblemError } from '../http/problem.ts'
import type { Database } from '../store/database.ts'
import type { RunRow } from '../store/run-store.ts'
import type { SentPolicy } from './calendar-years.ts'
import { otherEngineOf } from './other-engine.ts'
import { RunError } from './run-error.ts'
import { loadPolicy, readStoredPolicy, type StoredPolicy, storedPolicyOf } from './stored-policy.ts'

/** The policy of a replay as stored; `changed` where it is not that of the original. */
interface ReplayPolicy {
  readonly stored: StoredPolicy
  readonly changed?: SentPolicy
}

/**
 * The policy of a replay of `original`: its own, with the members of `changes` in place of its members. The built-in
 * rules inherit the signs, but no tables, rates or calendars. Throws `validation_failed` with every fault of meaning, and
 * `run_not_replayable` for rules of another engine version, or rules that cannot be read.
 */
export async function policyOfReplay(db: Database, original: RunRow, changes: PolicyChanges): Promise<ReplayPolicy> {
  refuseOtherEngine(original, changes)
  if (Object.values(changes).every((member) => member === undefined))
    return { stored: await policyOfOriginal(db, original) }
  const { rules = await ruleSetOfOriginal(db, original), ...others } = changes
  const all = await inheritedBy(db, original, changes)
  const inherited = isBuiltIn(rules) ? { signs: all.signs } : all
  const result = compileRules(ruleSetOf({ rules, ...inherited, ...definedIn(others) }))
  if (result.ok) return { stored: storedPolicyOf(result.policy), changed: { form: rules.form, policy: result.policy } }
  const faults = result.faults.slice(0, faultCountMax).map((fault) => faultOf(fault, changes))
  throw problemOfFaults(faults, 'validation_failed')
}

/** Rules of another engine version may mean something else. Rules in the request are written for this version. */
function refuseOtherEngine(original: RunRow, { rules }: PolicyChanges): void {
  const other = otherEngineOf(original)
  if (other !== undefined && rules === undefined)
    throw new ProblemError('run_not_replayable', {
      detail: `${other} Only a program of version ${original.engineVersion} executes its rules again; rules in the request are executed over its records by this version.`,
    })
}

/** Hashes the stored policy again, so that the replay is sealed with the hash of the policy that it executes. */
async function policyOfOriginal(db: Database, original: RunRow): Promise<StoredPolicy> {
  try {
    return storedPolicyOf(await loadPolicy(db, original))
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    // The replay ends as failed with this policy.
    const { rules, policyId, policyHash, policyParts } = original
    return { columns: { rules, policyId, policyHash, policyParts }, parts: [] }
  }
}

const isBuiltIn = (rules: RuleSetInput): boolean => rules.form === 'rules' && rules.rules.length === 0

async function inheritedBy(db: Database, original: RunRow, changes: PolicyChanges): Promise<ReferenceDataInput> {
  const { tables, rates, calendars, signs } = changes
  const areAllSent = ![tables, rates, calendars, signs].includes(undefined)
  if (original.policyParts === 0 || areAllSent) return {}
  return (await ruleSetOfOriginal(db, original)).referenceData ?? {}
}

async function ruleSetOfOriginal(db: Database, original: RunRow): Promise<RuleSetInput> {
  try {
    return await readStoredPolicy(db, original)
  } catch (error) {
    if (!(error instanceof RunError)) throw error
    const detail = 'The stored policy of the run cannot be read: only a whole policy in the request can be executed.'
    throw new ProblemError('run_not_replayable', { detail })
  }
}

const definedIn = (members: ReferenceDataInput): ReferenceDataInput =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined))

/** A fault with its place in the request. If the request lacks the member, the place is named in words. */
function faultOf({ pointer, code, detail }: RuleFault, changes: PolicyChanges): Fault {
  const place = pointerInPolicy(pointer)
  const isSent = Object.entries(changes).some(
    ([name, member]) => member !== undefined && (place === `/${name}` || place.startsWith(`/${name}/`)),
  )
  return isSent
    ? { pointer: place, code, detail }
    : { pointer: '', code, detail: `At ${place} of the run’s own policy: ${detail}` }
}
