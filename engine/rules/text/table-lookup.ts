import type { NormalizeStep, ReferenceData } from '../language/language.ts'

export type LookupStep = Extract<NormalizeStep, { readonly lookup: string }>
type Tables = ReferenceData['tables']
type Table = Tables[string]

/** The steps that a text, and each key of the table, goes through before the lookup. */
export interface Spelling {
  readonly steps: readonly NormalizeStep[]
  readonly spell: (text: string) => string | undefined
}

interface SpelledTable {
  readonly valueByText: ReadonlyMap<string, string>
  /** The first two keys, in order, that become equal but have different values. */
  readonly clash?: readonly [string, string]
}

export const isLookup = (step: NormalizeStep): step is LookupStep => typeof step === 'object' && 'lookup' in step

/** Gives undefined for a text that is not in the table, unless the step says to keep such texts. */
export function lookupOf(
  { lookup, otherwise }: LookupStep,
  tables: Tables,
  spelling: Spelling,
): (text: string) => string | undefined {
  const table = tableNamed(tables, lookup)
  if (table === undefined) throw new TypeError(`An effective lookup names the unknown table ${lookup}`)
  const { valueByText } = spelledTable(table, spelling)
  return otherwise === 'keep' ? (text) => valueByText.get(text) ?? text : (text) => valueByText.get(text)
}

/** `hasOwn`, so that a name such as `constructor` does not find a member that every object has. */
export const tableNamed = (tables: Tables, name: string): Table | undefined =>
  Object.hasOwn(tables, name) ? tables[name] : undefined

/**
 * The table with its keys after the steps. A key that becomes blank is left out. O(entries), once for a table and its
 * steps.
 */
export function spelledTable(table: Table, { steps, spell }: Spelling): SpelledTable {
  const bySteps = known.get(table) ?? new Map<string, SpelledTable>()
  known.set(table, bySteps)
  const name = JSON.stringify(steps)
  const before = bySteps.get(name)
  if (before !== undefined) return before
  const spelled = spellTable(table, spell)
  bySteps.set(name, spelled)
  return spelled
}

/** Kept, since many criteria use a table with the same steps, and a policy is compiled more than once. */
const known = new WeakMap<Table, Map<string, SpelledTable>>()

function spellTable(table: Table, spell: Spelling['spell']): SpelledTable {
  const keyByText = new Map<string, string>()
  const valueByText = new Map<string, string>()
  let clash: readonly [string, string] | undefined
  for (const [key, value] of Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = spell(key)
    if (text === undefined) continue
    const earlier = keyByText.get(text)
    if (earlier === undefined) {
      keyByText.set(text, key)
      valueByText.set(text, value)
    } else if (valueByText.get(text) !== value) clash ??= [earlier, key]
  }
  return { valueByText, ...(clash && { clash }) }
}
