import type { JsonValue } from '../base/canonical.ts'
import type { ReconcileResult } from '../reconcile.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import type { ClaimedLines } from './graph-claims.ts'
import type { GraphDraft } from './graph-draft.ts'

/** What the passes of a run are drawn from. */
export interface PassInput {
  readonly policy: CompiledPolicy
  readonly outcome: ReconcileResult
  /** The ids of both sides, by UTF-8 bytes. */
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly claims: ClaimedLines
  readonly hash: (value: JsonValue) => string
}

/** The ids of what the passes made. */
export interface PassNodes {
  /** What is open after the last pass; what was read when there was none. */
  readonly open: readonly string[]
  readonly claims: readonly string[]
  /** Those of `claims` that took records out of scope. */
  readonly exclusions: readonly string[]
}

/** Adds each pass, what it claimed and what it left open to a draft that has the policy and the records of both sides. */
export function addPasses(draft: GraphDraft, input: PassInput): PassNodes {
  const { policy, outcome } = input
  const names = new Map(policy.rules.map(({ id, name }) => [id, name]))
  const claims: string[] = []
  const exclusions: string[] = []
  let before: readonly string[] = ['records:source', 'records:target']
  for (const [position, { rule, action, ...counts }] of outcome.passes.entries()) {
    const number = position + 1
    const suffix = `${number}:${rule}`
    const pass = { generatedBy: `pass:${suffix}`, derivedFrom: before }
    const used = [...before, 'policy']
    draft.addActivity(`pass:${suffix}`, `Pass ${number}: ${names.get(rule) ?? rule}`, { counts, used, by: ['engine'] })
    const claimed = input.claims.ofPass(position)
    draft.addEntity(`claims:${suffix}`, `Claims of ${number}`, { ...claimed, ...pass })
    const left = leftAfter(position, input)
    if (left.source.length !== counts.leftSource || left.target.length !== counts.leftTarget)
      throw new Error(`Graph: the lines and the account of pass ${number} leave different records open`)
    draft.addEntity(`open:${suffix}`, `Open after ${number}`, {
      hash: input.hash([left.source, left.target]),
      counts: { source: left.source.length, target: left.target.length },
      ...pass,
    })
    claims.push(`claims:${suffix}`)
    if (action === 'exclude') exclusions.push(`claims:${suffix}`)
    before = [`open:${suffix}`]
  }
  return { open: before, claims, exclusions }
}

const leftAfter = (position: number, { source, target, claims }: PassInput) => ({
  source: source.filter((id) => !claims.isClaimedBy('source', id, position)),
  target: target.filter((id) => !claims.isClaimedBy('target', id, position)),
})
