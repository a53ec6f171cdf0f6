import type { XmlTaker } from '../xml/xml-reader.ts'

/**
 * Which elements are read. An element is mapped to a slot, which gets its text, or to a tree of its children. In a
 * tree, `#` is the slot of the element's own text, and `@` names the scope in which its slots are collected. A text
 * that repeats is appended after a space, except in a slot that begins with `?`. A slot that begins with `$` is an
 * amount; its currency goes to the slot of the same name with `Currency`.
 */
export interface ElementTree {
  readonly [name: string]: string | ElementTree
}

/** Texts by slot: trimmed, never empty. */
export interface Slots {
  [slot: string]: string | undefined
}

export interface Scope {
  readonly name: string
  /** The line of the file on which the start tag ends. */
  readonly line: number
  readonly slots: Slots
}

export interface ScopeTaker {
  open(scope: Scope): void
  close(scope: Scope, outer: Scope): void
  refuse(scope: Scope): void
  end(path: string): void
}

/** The most UTF-16 units that one scope holds: more than a record has room for. */
export const scopeLengthMax = 100_000

/** Words that banks write in place of a missing value. */
const noValue = /^(?:NOT ?PROVIDED|NONREF)$/i

export function createTreeTaker(tree: ElementTree, taker: ScopeTaker): XmlTaker {
  const root = nodeOf(tree)
  const parents: Node[] = []
  const scopes: HeldScope[] = [{ name: '', line: 1, slots: {}, length: 0 }]
  const path: string[] = []
  let node = root
  let scope = last(scopes)
  let [skippedDepth, text] = [0, '']
  let currency: string | undefined

  const keep = ({ slot, isFirst, isAmount }: Node): void => {
    const value = onOneLine(text.trim())
    text = ''
    if (slot === undefined || value === '' || noValue.test(value)) return
    const before = scope.slots[slot]
    if (before === undefined) scope.slots[slot] = value
    else if (before !== value && !isFirst) scope.slots[slot] = `${before} ${value}`
    if (isAmount) scope.slots[`${slot}Currency`] = currency
    scope.length += value.length
    if (scope.length > scopeLengthMax) taker.refuse(scope)
  }
  return {
    open(name, element) {
      if (path.length < 2) path.push(name)
      const child = node.children.get(name)
      if (skippedDepth > 0 || (child === undefined && node !== root)) {
        skippedDepth += 1
        return
      }
      parents.push(node)
      node = child ?? root
      text = ''
      if (node.isAmount) currency = element.attribute('Ccy')
      if (node.scope === undefined) return
      scope = { name: node.scope, line: element.line, slots: {}, length: 0 }
      scopes.push(scope)
      taker.open(scope)
    },
    text(part) {
      if (skippedDepth > 0 || node.slot === undefined) return
      text = text === '' ? part : text + part
      if (text.length > scopeLengthMax) taker.refuse(scope)
    },
    close() {
      if (skippedDepth > 0) {
        skippedDepth -= 1
        return
      }
      if (node.slot !== undefined) keep(node)
      if (node.scope !== undefined) {
        const inner = scope
        scopes.pop()
        scope = last(scopes)
        taker.close(inner, scope)
      }
      node = parents.pop() ?? root
    },
    end: () => taker.end(path.join('/')),
  }
}

/**
 * Removes line breaks and the indentation around them. A text that is too long stays as it is, since it is refused
 * anyway.
 */
function onOneLine(text: string): string {
  if (text.length > scopeLengthMax || !text.includes('\n')) return text
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

interface HeldScope extends Scope {
  length: number
}

interface Node {
  readonly slot: string | undefined
  readonly isAmount: boolean
  readonly isFirst: boolean
  readonly scope: string | undefined
  readonly children: ReadonlyMap<string, Node>
}

function nodeOf(tree: string | ElementTree): Node {
  const { '#': own, '@': scope, ...children } = typeof tree === 'string' ? { '#': tree } : tree
  const slot = typeof own === 'string' ? own : undefined
  return {
    slot: slot?.replace(/^[$?]/, ''),
    isAmount: slot?.startsWith('$') === true,
    isFirst: slot?.startsWith('?') === true,
    scope: typeof scope === 'string' ? scope : undefined,
    children: new Map(Object.entries(children).map(([name, child]) => [name, nodeOf(child)])),
  }
}

function last(scopes: readonly HeldScope[]): HeldScope {
  const scope = scopes.at(-1)
  if (scope === undefined) throw new Error('The scope of the document has no end')
  return scope
}
