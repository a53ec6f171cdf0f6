import { describe, expect, it } from 'vitest'
import { createFaultLog } from '../../../engine/intake/row-fault.ts'
import { readXml } from '../../../engine/intake/xml/read-xml.ts'
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
    { encodingLabel, faults },
  )
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file
  for (let start = 0; start < bytes.length; start += partLength) reader.write(bytes.slice(start, start + partLength))
  reader.end()
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
