import { describe, expect, it } from 'vitest'
import { createBacklog } from '../../../engine/intake/rows/backlog.ts'
import { createFaultLog } from '../../../engine/intake/rows/row-fault.ts'
import { finish } from '../../../engine/intake/rows/steps.ts'
import { readXml } from '../../../engine/intake/xml/read-xml.ts'
import { xmlAttributeCountMax, xmlLengthMax } from '../../../engine/intake/xml/token-bound.ts'
import { xmlDepthMax } from '../../../engine/intake/xml/xml-reader.ts'

/** What the reader hands on, as words: `+name line`, text in quotes, `-name`. */
function wordsOf(file: string | Uint8Array, partLength = 7, encodingLabel?: string) {
  const faults = createFaultLog()
  const words: string[] = []
  const reader = readXml(
    {
      open: (name, { line, attribute }) => words.push(`+${name} ${line}${attribute('Ccy') ?? ''}`),
      text: (text) => words.push(JSON.stringify(text)),
      close: (name) => words.push(`-${name}`),
      end: () => words.push('end'),
    },
    { encodingLabel, faults, backlog: createBacklog(() => false) },
  )
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  for (let start = 0; start < bytes.length; start += partLength)
    finish(reader.write(bytes.slice(start, start + partLength)))
  finish(reader.end())
  return { words, faults: faults.faults().map(({ line, code, detail }) => `${line} ${code} ${detail}`) }
}

describe('XML', () => {
  it('is read by local names, attributes, CDATA and predefined entities, in parts of any size', () => {
    const file =
      '<?xml version="1.0"?>\n<a:Doc xmlns:a="x"><a:Amt a:Ccy="EUR">1 &amp; &#x32;<![CDATA[<3>]]></a:Amt>\n</a:Doc>'
    const words = ['+Doc 2', '+Amt 2EUR', '"1 & 2"', '"<3>"', '-Amt', '"\\n"', '-Doc', 'end']
    for (const length of [1, 7, 1000]) expect(wordsOf(file, length)).toEqual({ words, faults: [] })
  })

  it.each<[string, string | undefined]>([
    ['<?xml version="1.0" encoding="ISO-8859-1"?><a>\xfc</a>', undefined],
    ['<a>\xfc</a>', 'latin1'],
    ['<a>\xfc</a>', undefined],
  ])('%j is read in its encoding', (text, label) => {
    expect(wordsOf(Buffer.from(text, 'latin1'), 7, label).words).toContain('"ü"')
  })

  it('is refused in an encoding that is not read', () => {
    const { faults } = wordsOf('<?xml version="1.0" encoding="EBCDIC-CP-US"?><a/>')
    expect(faults[0]).toContain('1 unknown_encoding Got the encoding "EBCDIC-CP-US"')
  })

  it('with text around its root is a fault at the root, and with bytes that are no text one at those', () => {
    for (const length of [1, 7, 1000]) {
      expect(wordsOf('<a>\n</a>\n\nx\n\ny', length).faults[0]).toContain('2 malformed_xml')
      const bytes = Buffer.from(`<?xml version="1.0" encoding="utf-8"?>\n<a>\n\xfc\n\n</a>`, 'latin1')
      expect(wordsOf(bytes, length).faults[0]).toContain('3 invalid_encoding')
    }
  })

  it.each([
    ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'document type declaration'],
    ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 'document type declaration'],
    ['<a>&b;</a>', 'undefined entity'],
    ['<a><b></a>', 'unexpected close tag'],
    ['<a>', 'unclosed tag'],
    ['', 'document must contain a root element'],
    [`${'<a>'.repeat(xmlDepthMax + 1)}`, 'nested more than'],
  ])('%j is one fault', (text, detail) => {
    const { words, faults } = wordsOf(text)
    expect(faults).toEqual([expect.stringMatching(/^1 malformed_xml /)])
    expect(faults[0]).toContain(detail)
    expect(words).not.toContain('end')
  })
})

const long = 'x'.repeat(xmlLengthMax)
const attributes = (count: number): string => Array.from({ length: count }, (_, index) => ` a${index}="1"`).join('')

describe('the bounds of XML', () => {
  it.each([
    ['a text', long],
    ['a text in parts', `${long.slice(2)}<!-- --><?pi ?><![CDATA[x]]>x`],
    ['a section of CDATA', `<![CDATA[${long.slice('<![CDATA[]]>'.length)}]]>`],
    ['a comment', `<!--${long.slice('<!---->'.length)}-->`],
    ['a processing instruction', `<?pi ${long.slice('<?pi ?>'.length)}?>`],
    ['a name', `<${long.slice('</>'.length)}/>`],
    ['a tag', `<b c="${long.slice('<b c=""/>'.length)}"/>`],
    ['attributes', `<b${attributes(xmlAttributeCountMax)}/>`],
  ])('are not met by %s as long as it may be', (_, inner) => {
    expect(wordsOf(`<a>\n<t>${inner}</t></a>`, 1000).faults).toEqual([])
  })

  it.each([
    ['a text', `${long}x`, 'record_too_large Got a text'],
    ['a text of references', '&#120;'.repeat(xmlLengthMax / 6 + 1), 'record_too_large Got a text'],
    ['a text in parts', `${long}<!-- --><![CDATA[x]]>`, 'record_too_large Got a text'],
    ['a section of CDATA', `<![CDATA[${long}]]>`, 'record_too_large Got a text'],
    ['a comment', `<!--${long}-->`, 'record_too_large Got a comment'],
    ['a processing instruction', `<?pi ${long}?>`, 'record_too_large Got a processing instruction'],
    ['a name', `<${long}/>`, 'record_too_large Got a name'],
    ['an attribute', `<b\nc="${long}"/>`, 'record_too_large Got a tag'],
    ['the name of an attribute', `<b ${long}="1"/>`, 'record_too_large Got a tag'],
    ['white space in a tag', `<b${' '.repeat(xmlLengthMax)}/>`, 'record_too_large Got a tag'],
    ['a reference', `&${long};`, 'record_too_large Got a text'],
    [
      'more attributes',
      `<b\n${attributes(xmlAttributeCountMax + 1)}/>`,
      'too_many_members Got a tag with more than 1000',
    ],
    ['a long tag of many attributes', `<b${attributes(20_000)}/>`, 'too_many_members Got a tag'],
    ['malformed text behind a long one', `${long}x<&`, 'record_too_large Got a text'],
  ])('are met by %s, at the line on which it begins, however the file is split', (_, inner, fault) => {
    for (const length of [1000, 8_191, 70_000, 1_000_000]) {
      const { words, faults } = wordsOf(`<a>\n<t>${inner}\n\n</t></a>`, length)
      expect(faults).toEqual([expect.stringContaining(`2 ${fault}`)])
      expect(words.slice(0, 3)).toEqual(['+a 1', '"\\n"', '+t 2'])
      expect(words).not.toContain('end')
    }
  })

  it('are found while a token is read, whatever its end', () => {
    const beginnings = ['', '<!--', '<![CDATA[', '<?pi ', '<b c="', '<b ', '<', '&', '</', '<!DOCTYPE a [']
    for (const beginning of beginnings) {
      const read = charactersRead(`<a>${beginning === '<!DOCTYPE a [' ? '' : '<t>'}${beginning}`)
      expect(read, beginning).toBeLessThan(xmlLengthMax + 20_000)
    }
  })
})

/** How many characters of endless text behind a beginning are read until there is a fault. */
function charactersRead(beginning: string): number {
  const faults = createFaultLog()
  const taker = { open: () => undefined, text: () => undefined, close: () => undefined, end: () => undefined }
  const reader = readXml(taker, { encodingLabel: undefined, faults, backlog: createBacklog(() => false) })
  finish(reader.write(Buffer.from(beginning)))
  const part = Buffer.from('x'.repeat(1000))
  let length = beginning.length
  for (; faults.isEmpty() && length < 1_000_000; length += part.length) finish(reader.write(part))
  return length
}
