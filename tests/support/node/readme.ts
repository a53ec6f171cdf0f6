import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RuleInput } from '../../../engine/index.ts'
import { root } from './step.ts'

/** The README's blocks of rules as they are pasted, by the id of their first rule. */
export const readmeRuleTexts: ReadonlyMap<string, string> = new Map(
  [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```json\n(\[.*?)\n```$/gms)].map(([, text = '']) => [
    JSON.parse(text)[0].id,
    text,
  ]),
)

/** The rules of the block whose first rule has this id. */
export function readmeRules(firstId: string): readonly RuleInput[] {
  const text = readmeRuleTexts.get(firstId)
  if (text === undefined) throw new Error(`The README has no rules that begin with ${firstId}`)
  return JSON.parse(text)
}
