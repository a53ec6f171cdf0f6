/** A strict reader of DOT texts that are one digraph of nodes, edges and attributes. */

export interface DotGraph {
  /** The attributes of each node by its id; the escapes of labels stay as they are. */
  readonly nodes: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly edges: readonly {
    readonly from: string
    readonly to: string
    readonly attributes: ReadonlyMap<string, string>
  }[]
}

const tokenPattern = /\s*(?:("(?:[^"\\]|\\[\s\S])*")|([A-Za-z_][A-Za-z_0-9]*|-?[0-9]+(?:\.[0-9]+)?)|(->|[{}[\]=;,]))/y

/** Reads `digraph name { … }`; throws on anything that DOT does not allow or a drawing does not need. */
export function readDot(text: string): DotGraph {
  const tokens = new Tokens(text)
  const nodes = new Map<string, Map<string, string>>()
  const edges: DotGraph['edges'][number][] = []
  tokens.take(/^digraph$/)
  tokens.name()
  tokens.take(/^\{$/)
  while (!tokens.isNext('}')) {
    const first = tokens.name()
    if (tokens.isNext('=')) {
      tokens.take()
      tokens.name()
    } else if (tokens.isNext('->')) {
      tokens.take()
      edges.push({ from: first, to: tokens.name(), attributes: attributesOf(tokens) })
    } else if (first === 'node' || first === 'edge') attributesOf(tokens)
    else nodes.set(first, attributesOf(tokens))
    tokens.take(/^;$/)
  }
  tokens.take(/^\}$/)
  tokens.end()
  return { nodes, edges }
}

function attributesOf(tokens: Tokens): Map<string, string> {
  const found = new Map<string, string>()
  if (!tokens.isNext('[')) return found
  tokens.take()
  while (!tokens.isNext(']')) {
    const key = tokens.name()
    tokens.take(/^=$/)
    found.set(key, tokens.name())
    if (tokens.isNext(',')) tokens.take()
  }
  tokens.take()
  return found
}

/** The tokens of a text, taken one after the other. */
class Tokens {
  readonly #left: string[]

  constructor(text: string) {
    this.#left = tokensOf(text)
  }

  isNext(token: string): boolean {
    return this.#left[0] === token
  }

  take(wanted?: RegExp): string {
    const token = this.#left.shift()
    if (token === undefined || (wanted && !wanted.test(token))) throw new Error(`Got ${token}, wanted ${wanted}`)
    return token
  }

  name(): string {
    const token = this.take(/^["\w-]/)
    if (token === '->') throw new Error('Got ->, wanted a name')
    return token.startsWith('"') ? token.slice(1, -1).replaceAll('\\"', '"') : token
  }

  end(): void {
    if (this.#left.length > 0) throw new Error(`Got ${this.#left[0]} after the graph`)
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  const end = text.trimEnd().length
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex
    const match = tokenPattern.exec(text)
    if (match === null) throw new Error(`No token at ${JSON.stringify(text.slice(at, at + 40))}`)
    tokens.push(match[0].trimStart())
  }
  return tokens
}

const entities: { readonly [name: string]: string } = { amp: '&', quot: '"', lt: '<', gt: '>' }

/** The lines that Graphviz draws for a label: its escapes and its entities read. */
export const drawnLines = (label: string): string[] =>
  label
    .replace(/\\(.)/gu, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped))
    .split('\n')
    .map((line) => line.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole))
