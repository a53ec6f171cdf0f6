import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReferenceDataInput, RuleInput, RuleSetInput } from '@tallystick/engine/rules'
import { root } from './step.ts'

/** The project's documents for people: the README, and the files of docs/ by their names without `.md`. */

export const readReadme = (): string => readFileSync(join(root, 'README.md'), 'utf8')

/** The names of the documents in docs/. */
export const docNames: readonly string[] = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length))

/** The text of `docs/<name>.md`. */
export const readDoc = (name: string): string => readFileSync(join(root, 'docs', `${name}.md`), 'utf8')

/** A fenced block: its language and its text, each line ended by a newline. */
export interface DocBlock {
  readonly language: string
  readonly text: string
}

/** The fenced blocks of a text, in order. */
export const blocksOf = (text: string): readonly DocBlock[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', block = '']) => ({ language, text: block }))

/** The texts of the shell commands of a text, block by block. */
export const commandsIn = (text: string): readonly string[] =>
  blocksOf(text).flatMap((block) => (block.language === 'sh' ? [block.text] : []))

/** What stands below a heading, down to the next of its level or above. Throws where there is no such heading. */
export function sectionOf(text: string, heading: string): string {
  const [marks = ''] = heading.split(' ', 1)
  const [, below] = text.split(`\n${heading}\n`)
  if (below === undefined) throw new Error(`There is no heading ${heading}`)
  const ends = new RegExp(`^#{1,${marks.length}} `)
  let isCode = false
  const lines = below.split('\n')
  const end = lines.findIndex((line) => {
    if (line.startsWith('```')) isCode = !isCode
    return !isCode && ends.test(line)
  })
  return (end < 0 ? lines : lines.slice(0, end)).join('\n')
}

/** The blocks of docs/rules.md that are rules: a list, or an object that brings what the rules refer to. */
const ruleBlocks = blocksOf(readDoc('rules')).filter(
  ({ language, text }) => language === 'json' && (text.startsWith('[') || /^\{\s*"rules"/.test(text)),
)

/** The rules of docs/rules.md, as they are pasted, by the id of their first rule. */
export const exampleRuleTexts: ReadonlyMap<string, string> = new Map(
  ruleBlocks.map(({ text }) => [firstIdOf(JSON.parse(text)), text]),
)

type Example = readonly RuleInput[] | ({ readonly rules: readonly RuleInput[] } & ReferenceDataInput)

/** Needed because `Array.isArray` does not narrow a union that has a readonly array. */
function isList(example: Example): example is readonly RuleInput[] {
  return Array.isArray(example)
}

function firstIdOf(example: Example): string {
  const [first] = isList(example) ? example : example.rules
  if (first?.id === undefined) throw new Error('An example of docs/rules.md begins with a rule that has an id')
  return first.id
}

/** The example whose first rule has this id, with the tables, rates and calendars that it brings. */
export function exampleRuleSet(firstId: string): Extract<RuleSetInput, { readonly form: 'rules' }> {
  const text = exampleRuleTexts.get(firstId)
  if (text === undefined) throw new Error(`docs/rules.md has no rules that begin with ${firstId}`)
  const example: Example = JSON.parse(text)
  if (isList(example)) return { form: 'rules', rules: example }
  const { rules, ...referenceData } = example
  return { form: 'rules', rules, referenceData }
}

/** The rules of the example whose first rule has this id. */
export const exampleRules = (firstId: string): readonly RuleInput[] => exampleRuleSet(firstId).rules
