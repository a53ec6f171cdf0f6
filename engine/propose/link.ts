import { at } from '../base/at.ts'
import type { CriterionInput, NormalizeStep } from '../rules/language/language.ts'
import type { LearningSides, Pair } from './learning-side.ts'
import type { TextView } from './text-view.ts'

/**
 * A field of each side whose texts are equal under a view: rules can use it as an identity. A text under a view is a
 * key; a block holds the rows of both sides with one key.
 */
export interface Link {
  readonly name: string
  readonly sourceField: string
  readonly targetField: string
  /** One criterion for each link that was joined. */
  readonly criteria: readonly CriterionInput[]
  readonly words: string
  /** Whether the keys leave out characters in which identifiers may differ. */
  readonly isLossy?: boolean
  readonly sourceKeys: readonly (string | undefined)[]
  readonly targetKeys: readonly (string | undefined)[]
  readonly blocks: readonly Block[]
  /** The two rows of each block with one record a side. */
  readonly pairs: readonly Pair[]
}

export interface Block {
  readonly key: string
  readonly source: readonly number[]
  readonly target: readonly number[]
}

export function linkOf(
  fields: Pick<Link, 'name' | 'sourceField' | 'targetField' | 'criteria' | 'words' | 'isLossy'>,
  keys: Pick<Link, 'sourceKeys' | 'targetKeys'>,
): Link {
  const targets = rowsByKey(keys.targetKeys)
  const blocks = [...rowsByKey(keys.sourceKeys)]
    .flatMap(([key, source]) => {
      const target = targets.get(key)
      return target === undefined ? [] : [{ key, source, target }]
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  const pairs = blocks
    .filter(({ source, target }) => source.length === 1 && target.length === 1)
    .map(({ source, target }): Pair => [at(source, 0), at(target, 0)])
  return { ...fields, ...keys, blocks, pairs }
}

/** Rows without a key are left out. */
export function rowsByKey(keys: readonly (string | undefined)[]): Map<string, number[]> {
  const rows = new Map<string, number[]>()
  for (const [row, key] of keys.entries()) {
    if (key === undefined) continue
    const same = rows.get(key)
    if (same === undefined) rows.set(key, [row])
    else same.push(row)
  }
  return rows
}

export const sharedCountMin = 2
const sharedFractionMin = 0.02
export const countRows = ({ blocks }: Link): number =>
  blocks.reduce((sum, { source, target }) => sum + source.length + target.length, 0)

export const isEnough = ({ source, target }: LearningSides, { blocks }: Link): boolean =>
  blocks.length >= Math.max(sharedCountMin, sharedFractionMin * Math.min(source.rowCount, target.rowCount) ** 0.5)

interface Viewed extends FieldNames {
  readonly view: TextView
}

export function linkUnder({ source, target }: LearningSides, fields: Viewed): Link {
  const { view } = fields
  const blanks = blankWords({ source, target }, fields)
  const steps = [...stripSteps(blanks), ...view.steps]
  return linkOf(
    {
      name: `${fields.source}|${fields.target}|${view.name}`,
      sourceField: fields.source,
      targetField: fields.target,
      criteria: [{ ...fieldsOf(fields.source, fields.target), ...(steps.length > 0 && { normalize: steps }) }],
      words: blanks.length === 0 ? view.words : `${view.words}, ${blanks.join(' and ')} read as absent`,
      ...(view.isLossy && { isLossy: true }),
    },
    { sourceKeys: source.keys(fields.source, view), targetKeys: target.keys(fields.target, view) },
  )
}

interface FieldNames {
  readonly source: string
  readonly target: string
}

/** Normalize steps that remove placeholders such as NONREF. */
export const blankSteps = (sides: LearningSides, fields: FieldNames): readonly NormalizeStep[] =>
  stripSteps(blankWords(sides, fields))

const blankWords = (sides: LearningSides, { source, target }: FieldNames): readonly string[] =>
  [...new Set([...sides.source.placeholders(source), ...sides.target.placeholders(target)])].toSorted()

const stripSteps = (words: readonly string[]): readonly NormalizeStep[] =>
  words.length === 0 ? [] : [{ strip: words }]

export const fieldsOf = (source: string, target: string): CriterionInput =>
  source === target ? { field: source } : { sourceField: source, targetField: target }
