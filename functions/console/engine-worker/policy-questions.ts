import { isCurrencyCode, type JsonValue, parseJson } from '@tallystick/engine/base'
import { encodingLabels } from '@tallystick/engine/intake'
import { compileRules, describePolicy, policyTemplates, type RuleWords } from '@tallystick/engine/rules'
import { adapterKinds, datasetKind, isDemoKind } from '@tallystick/schema/adapter'
import { checkMappingFile } from '@tallystick/schema/mapping'
import { pointerOf } from '@tallystick/schema/pointer'
import { compiledOf } from './checked-rules.ts'
import type { FileSettings, PolicyFault, TemplateChoice } from './engine-types.ts'

type WrittenPolicy =
  | { readonly ok: true; readonly policy: JsonValue; readonly words: readonly RuleWords[] }
  | { readonly ok: false; readonly faults: readonly (PolicyFault & { readonly offset?: number })[] }

export const policyQuestions = () => ({
  templates: (): readonly TemplateChoice[] => policyTemplates.map(templateChoice),

  /** Reads JSON of a list of rules, or of an object with `rules` and reference data. */
  readPolicy(text: string): WrittenPolicy {
    const parsed = parseJson(text)
    if (!parsed.ok) {
      const { line, column, detail, path = [] } = parsed.fault
      return { ok: false, faults: [{ pointer: pointerOf(path), detail, offset: offsetOf(text, line, column) }] }
    }
    const compiled = compiledOf(parsed.value)
    return compiled.ok
      ? { ok: true, policy: parsed.value, words: describePolicy(compiled.value) }
      : { ok: false, faults: compiled.faults }
  },

  /** Requires rules without faults. */
  policyWords(policy: JsonValue | undefined): readonly RuleWords[] {
    const compiled = compiledOf(policy)
    if (!compiled.ok) throw new Error(`Rules that were accepted do not compile: ${compiled.faults[0]?.detail}`)
    return describePolicy(compiled.value)
  },

  readMapping(text: string): { readonly mapping: FileSettings['mapping'] } | { readonly fault: string } {
    const parsed = parseJson(text)
    if (!parsed.ok) return { fault: `Line ${parsed.fault.line}: ${parsed.fault.detail}` }
    const checked = checkMappingFile(parsed.value)
    if (checked.ok) return { mapping: checked.value.source }
    return { fault: checked.faults.map(({ pointer = '', detail }) => `${pointer} ${detail}`.trim()).join(' · ') }
  },

  /** The choices besides a mapping that a visitor has for reading a file. */
  readerChoices: () => ({
    kinds: adapterKinds.filter((kind) => !isDemoKind(kind) && kind !== datasetKind),
    encodings: encodingLabels(),
  }),

  isCurrency: (code: string): boolean => isCurrencyCode(code),
})

function templateChoice({ id, name, purpose, rules }: (typeof policyTemplates)[number]): TemplateChoice {
  const compiled = compileRules({ form: 'rules', rules })
  if (!compiled.ok) throw new Error(`The template ${id} does not compile`)
  return { id, name, purpose, words: describePolicy(compiled.policy), policy: JSON.parse(JSON.stringify(rules)) }
}

/** The offset of a line and column, both from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let passed = 1; passed < line; passed++) start = text.indexOf('\n', start) + 1
  return Math.min(start + column - 1, text.length)
}
