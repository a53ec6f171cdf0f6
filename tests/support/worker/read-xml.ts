/** An element of an XML document. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** What stands in it and in no element inside it. Spaces at its ends count only as `xml:space` says. */
  readonly text: string
}

/**
 * The root of an XML document. Throws for what is not well-formed, and for a character that XML 1.0 has not. Knows
 * elements, attributes in double quotes and the four entities, no comment, no CDATA and no declaration but the first.
 */
export function readXml(document: string): XmlElement {
  if (/(?![\t\n\r\u007F-\u009F])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(document))
    throw new Error('A character that XML has not')
  const declared = /^<\?xml version="1.0" encoding="UTF-8" standalone="yes"\?>\s*/.exec(document)
  if (declared === null) throw new Error('No declaration')
  const root: OpenElement = { name: '', attributes: new Map(), children: [], text: '' }
  const open = [root]
  let place = declared[0].length
  const token = /<(\/?)([A-Za-z:]+)((?: [A-Za-z:]+="[^"<]*")*)(\/?)>|([^<]+)/y
  while (place < document.length) {
    token.lastIndex = place
    const found = token.exec(document)
    const top = open.at(-1)
    if (found === null || top === undefined) throw new Error(`Not well-formed: ${document.slice(place, place + 50)}`)
    place = token.lastIndex
    const [, close, name = '', attributes = '', empty, text] = found
    if (text !== undefined) top.text += decoded(text)
    else if (close) {
      if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`)
      open.pop()
    } else {
      const element: OpenElement = { name, attributes: attributesOf(attributes), children: [], text: '' }
      top.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [only, second] = root.children
  if (open.length !== 1 || only === undefined || second !== undefined) throw new Error('Not one root')
  return trimmed(only)
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[]
  text: string
}

function trimmed(element: OpenElement): OpenElement {
  element.children.forEach(trimmed)
  if (element.attributes.get('xml:space') !== 'preserve') element.text = element.text.trim()
  return element
}

const attributesOf = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/ ([A-Za-z:]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]))

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
])

const decoded = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/&[^;]*;?/g, (entity) => {
    const character = entities.get(entity)
    if (character === undefined) throw new Error(`The entity ${entity}`)
    return character
  })
