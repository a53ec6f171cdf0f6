import ruleSchemas from 'virtual:rule-schemas'
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'
import { nameOf, pathTo } from './json-places.ts'

/** The parts of a schema in the OpenAPI document that completion uses. */
interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: { readonly [name: string]: Schema }
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

const schemas: { readonly [name: string]: Schema } = ruleSchemas

/** Offers members and values of the rule language at the cursor, taken from the schemas of the API. */
export function completeRules(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context
  const node = syntaxTree(state).resolveInner(pos, -1)
  const isName = node.name === 'PropertyName' || /^(Object|\{|,)$/.test(node.name)
  const word = /^(PropertyName|String)$/.test(node.name) ? node : undefined
  if (word === undefined && !context.explicit) return null
  const inside = pathTo(state, pos)
  const from = word?.from ?? pos
  const to = word?.to ?? pos
  const options = isName
    ? memberOptions(state, node, word?.name === 'PropertyName' ? inside.slice(0, -1) : inside)
    : valueOptions(inside)
  return options.length === 0 ? null : { from, to, options, filter: true }
}

function memberOptions(state: EditorState, node: SyntaxNode, path: readonly (string | number)[]): Completion[] {
  const object = objectAround(node)
  const present = new Set(object?.getChildren('Property').map((property) => nameOf(state, property)))
  return schemasAt(path)
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => !present.has(name))
    .map(([name, { description }]) => ({
      label: `"${name}"`,
      type: 'property',
      ...(description !== undefined && { info: description }),
    }))
}

function objectAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let around: SyntaxNode | null = node; around !== null; around = around.parent)
    if (around.name === 'Object') return around
  return undefined
}

const valueOptions = (path: readonly (string | number)[]): Completion[] =>
  schemasAt(path).flatMap(({ enum: values = [], type }) => {
    const all = type === 'boolean' ? [true, false] : values
    return all.map((value) => ({ label: JSON.stringify(value), type: 'enum' }))
  })

/** Every schema that may apply to the value at the path. */
function schemasAt(path: readonly (string | number)[]): readonly Schema[] {
  let found = alternatives({ items: { anyOf: [{ $ref: 'Rule' }, { $ref: 'Criterion' }] } })
  if (typeof path[0] === 'string') found = alternatives({ properties: { rules: { items: { $ref: 'Rule' } } } })
  for (const part of path)
    found = found.flatMap((schema) => {
      const next = typeof part === 'number' ? schema.items : schema.properties?.[part]
      return next === undefined ? [] : alternatives(next)
    })
  return found
}

/** A schema, and the schemas that it refers to or chooses from. */
function alternatives(schema: Schema): readonly Schema[] {
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.replace(/^.*\//, '')]
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [schema, ...(named === undefined ? [] : alternatives(named)), ...choices.flatMap(alternatives)]
}
