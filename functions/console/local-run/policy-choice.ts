import { computed, signal } from '@preact/signals'
import type { JsonValue } from '@tallystick/engine/base'
import { type Proposal, proposedPolicy } from '@tallystick/engine/propose'
import type { PolicyFault, RuleWords, TemplateChoice } from '../engine-worker/engine-types.ts'
import { withNames } from '../parts/rule-names.ts'
import { openEngine } from '../shell/engine.ts'
import { rulesOfLayouts } from './file-layouts.ts'
import { areRead, sideStates } from './local-files.ts'

export type PolicyKind = 'proposed' | 'kept' | 'own' | `template:${string}`

export const policyKind = signal<PolicyKind>('proposed')

/** Undefined until the worker has sent the templates. */
export const templates = signal<readonly TemplateChoice[] | undefined>(undefined)

/** The proposal for the two files that are chosen now. */
export const proposal = signal<Proposal | undefined>(undefined)
export const isProposing = signal(false)

/** Rules that a person writes, with their description or faults. */
export interface OwnRules {
  readonly text: string
  readonly policy: JsonValue | undefined
  readonly words: readonly RuleWords[]
  readonly faults: readonly (PolicyFault & { readonly offset?: number })[]
}

export const ownRules = signal<OwnRules>({ text: '[]', policy: [], words: [], faults: [] })

/** The chosen rules, as a run takes them; undefined while they are unknown or have faults. */
export const chosenPolicy = computed((): JsonValue | undefined => {
  const kind = policyKind.value
  if (kind === 'own') return ownRules.value.faults.length > 0 ? undefined : ownRules.value.policy
  if (kind === 'kept') return rulesOfLayouts.value
  if (kind === 'proposed') return proposal.value && rulesOf(proposal.value)
  return templates.value?.find(({ id }) => kind === `template:${id}`)?.policy
})

/** Where nothing is suggested, the built-in rules, for which an empty list stands. */
const rulesOf = (of: Proposal): JsonValue =>
  of.rules.length === 0 ? [] : JSON.parse(JSON.stringify(proposedPolicy(of)))

export async function loadTemplates(): Promise<void> {
  if (templates.value === undefined) templates.value = await (await openEngine()).templates()
}

/** The readings of both files for which `proposal` was made. */
let proposedFor: readonly unknown[] = []

/** Proposes rules for both files, unless that was done. Does nothing before both are read. */
export async function proposeRules(): Promise<void> {
  const pair = [sideStates.source.value.reading, sideStates.target.value.reading]
  if (!areRead() || pair.every((reading, index) => reading === proposedFor[index])) return
  proposedFor = pair
  proposal.value = undefined
  isProposing.value = true
  try {
    const found = await (await openEngine()).propose()
    if (proposedFor === pair) proposal.value = found && { ...found, rules: withNames(found.rules) }
  } finally {
    if (proposedFor === pair) isProposing.value = false
  }
}

/** Where several texts are being read, only the newest takes effect. */
export async function writeOwnRules(text: string): Promise<void> {
  ownRules.value = { ...ownRules.value, text }
  const read = await (await openEngine()).readPolicy(text)
  if (ownRules.value.text !== text) return
  ownRules.value = read.ok
    ? { text, policy: read.policy, words: read.words, faults: [] }
    : { text, policy: undefined, words: [], faults: read.faults }
}

export async function editChosenRules(): Promise<void> {
  const policy = chosenPolicy.value
  policyKind.value = 'own'
  await writeOwnRules(JSON.stringify(policy ?? [], undefined, 2))
}
