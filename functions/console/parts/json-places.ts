import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { SyntaxNode } from '@lezer/common'

interface TextRange {
  readonly from: number
  readonly to: number
}

/**
 * The place of the value at a JSON Pointer (RFC 6901); where that member is missing, the place of the object that lacks
 * it.
 */
export function rangeOfPointer(state: EditorState, pointer: string): TextRange {
  let node = valueIn(syntaxTree(state).topNode)
  for (const part of partsOf(pointer)) {
    const next = node && memberOf(state, node, part)
    if (next === undefined) break
    node = next
  }
  if (node === undefined) return { from: 0, to: state.doc.length }
  // Only the first line of a long value is underlined.
  return { from: node.from, to: Math.min(node.to, state.doc.lineAt(node.from).to) }
}

/** The names and indexes that lead to the cursor, from the outermost value inwards. */
export function pathTo(state: EditorState, position: number): readonly (string | number)[] {
  const path: (string | number)[] = []
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1); node !== null; node = node.parent) {
    if (node.name === 'Property') path.unshift(nameOf(state, node))
    if (node.parent?.name === 'Array' && isValue(node)) path.unshift(indexOf(node))
  }
  return path
}

export function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName')
  return name === null ? '' : state.sliceDoc(name.from, name.to).replaceAll('"', '')
}

const partsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

const isValue = ({ name }: SyntaxNode): boolean => /^(Object|Array|String|Number|True|False|Null)$/.test(name)

function valueIn(parent: SyntaxNode): SyntaxNode | undefined {
  for (let child = parent.firstChild; child !== null; child = child.nextSibling) if (isValue(child)) return child
  return undefined
}

function memberOf(state: EditorState, node: SyntaxNode, part: string): SyntaxNode | undefined {
  if (node.name === 'Object') {
    const property = node.getChildren('Property').find((each) => nameOf(state, each) === part)
    return property && valueIn(property)
  }
  if (node.name !== 'Array') return undefined
  let index = 0
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (!isValue(child)) continue
    if (String(index) === part) return child
    index += 1
  }
  return undefined
}

function indexOf(node: SyntaxNode): number {
  let index = 0
  for (let before = node.prevSibling; before !== null; before = before.prevSibling) if (isValue(before)) index += 1
  return index
}
