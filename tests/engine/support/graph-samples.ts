import type { RuleInput } from '../../../engine/rules/language/written-form.ts'
import type { Case } from './run.ts'

/** Names of rules that Graphviz or Mermaid would read as more than text if they were not escaped. */
export const unfriendlyNames = [
  'say "no"',
  'back\\slash',
  'ends with \\',
  'new\nline\r\ttab',
  '] } ) ; --> %% ==> |x|',
  '%%{init: {}}%%',
  '<b>&amp;&lt;</b>',
  '`code` #35; #quot;',
  '"];\n}\nclick n0 "javascript:alert(1)"',
  '\\N \\G \\l \\" -> {rank=same}',
  'end subgraph style x:#fff;',
  '1. list',
  'naïve – 名前 😀 \u202ertl \u0007',
]

/** A run whose rules are called so. */
export const unfriendlyCase: Case = {
  source: [{ id: 's1', amount: '1', currency: 'EUR', reference: 'A' }],
  target: [{ id: 't1', amount: '1', currency: 'EUR', reference: 'A' }],
  rules: unfriendlyNames.map((name): RuleInput => ({ name, match: [{ field: 'reference' }] })),
}
