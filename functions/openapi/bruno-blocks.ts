/** A block of a `.bru` file: a dictionary, a list of names, or a text. */
export type Block = { readonly name: string } & (
  | { readonly pairs: { readonly [name: string]: string } }
  | { readonly list: readonly string[] }
  | { readonly text: string }
)

/** The blocks as a `.bru` file; dictionaries and texts with nothing in them are left out. */
export const formatBlocks = (blocks: readonly Block[]): string =>
  blocks
    .filter((block) => !('pairs' in block && Object.keys(block.pairs).length === 0))
    .filter((block) => !('text' in block && block.text === ''))
    .map(formatBlock)
    .join('\n')

function formatBlock(block: Block): string {
  if ('list' in block) return `${block.name} [\n${indented(block.list.join(',\n'))}\n]\n`
  const text =
    'text' in block
      ? block.text
      : Object.entries(block.pairs)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')
  return `${block.name} {\n${indented(text)}\n}\n`
}

/** A block ends at a brace that begins a line, so that no line of its content may begin with one. */
const indented = (text: string): string => text.replaceAll(/^/gm, '  ')
