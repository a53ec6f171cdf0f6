import { expect, it } from 'vitest'
import { guideOrder } from '../../../functions/console/docs/guide-order.ts'
import { plainText } from '../../../functions/console/docs/guide-tree.ts'
import { anchorOf, readGuide } from '../../../functions/console/docs/read-guide.ts'
import { searchGuides } from '../../../functions/console/docs/search-guides.ts'
import { searchTexts } from '../../../functions/console/docs/search-texts.ts'
import { docNames, readDoc } from '../../support/node/docs.ts'

const stays = (href: string) => ({ href })
const guideOf = (body: string) => readGuide(`# Title\n\n${body}`, stays)

it('puts every guide of docs/ in order, once', () => {
  const names = guideOrder.flatMap((shelf) => shelf.names)
  expect(names.toSorted()).toEqual([...docNames].sort())
})

it.each(docNames)(
  'reads docs/%s.md whole, with its title, its opening and an anchor of its own for each heading',
  (name) => {
    const { title, opening, headings, nodes } = readGuide(readDoc(name), stays)
    expect(title).not.toBe('')
    expect(opening).toMatch(/^You \w+/)
    const ids = headings.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(nodes.length).toBeGreaterThan(headings.length)
  },
)

it('keeps what looks like markup in code as text', () => {
  const [block] = guideOf('```html\n<script>alert(1)</script> &amp; *x*\n```').nodes
  expect(block).toEqual({ tag: 'pre', children: ['<script>alert(1)</script> &amp; *x*'] })
})

it.each(['<script>alert(1)</script>', 'a <b>bold</b> word', '![a picture](picture.png)', '##### Too deep'])(
  'refuses what the page does not show: %s',
  (body) => expect(() => guideOf(body)).toThrow(/A guide/),
)

it('refuses a text without a title', () => {
  expect(() => readGuide('Some text', stays)).toThrow('A guide begins with its title')
})

it('numbers the anchors of headings with the same text, as GitHub does', () => {
  expect(guideOf('## `id`, name\n\n## `id`, name').headings).toEqual([
    { depth: 2, id: 'id-name', text: 'id, name' },
    { depth: 2, id: 'id-name-1', text: 'id, name' },
  ])
  expect(anchorOf('Prüfen: a_b’s 2 ways')).toBe('prüfen-a_bs-2-ways')
})

it('asks for the address of every link, in tables and lists too', () => {
  const asked: string[] = []
  readGuide('# T\n\n[a](a.md)\n\n- [b](#b)\n\n| x |\n|---|\n| [c](c.md#c) |\n', (href) => {
    asked.push(href)
    return { href }
  })
  expect(asked).toEqual(['a.md', '#b', 'c.md#c'])
})

it('keeps the first number of a list and the cells of a table', () => {
  const [list, table] = guideOf('3. three\n4. four\n\nx\n\n| a | b |\n|---|---|\n| 1 | 2 |').nodes.filter(
    (node) => typeof node === 'object' && node.tag !== 'p',
  )
  expect(list).toMatchObject({ tag: 'ol', start: 3 })
  expect(table === undefined ? '' : plainText([table])).toBe('ab12')
})

it('finds titles before headings, by the beginnings of all words', () => {
  const guides = docNames.map((name) => ({ name, ...readGuide(readDoc(name), stays) }))
  expect(searchGuides(guides, 'RULES')[0]).toEqual({ href: '/docs/guide/rules', guide: 'Rules' })
  expect(searchGuides(guides, 'rules tables rat')).toContainEqual({
    href: '/docs/guide/rules#tables-rates-and-calendars',
    guide: 'Rules',
    heading: 'Tables, rates and calendars',
  })
  expect(searchGuides(guides, ' ')).toEqual([])
  expect(searchGuides(guides, 'xyzzy')).toEqual([])
})

it('finds what stands in the text of a section, with the words around it', () => {
  const guides = docNames.map((name) => ({ name, ...readGuide(readDoc(name), stays) }))
  const places = searchTexts(guides, 'camt.053')
  expect(places.length).toBeGreaterThan(0)
  for (const { excerpt = '' } of places) expect(excerpt.toLowerCase()).toMatch(/camt|053/)
  const [own] = searchTexts(
    [{ name: 'n', ...guideOf('Above.\n\n## Part\n\n| a | zebra |\n|---|---|\n| b | c |') }],
    'zeb',
  )
  expect(own).toEqual({ href: '/docs/guide/n#part', guide: 'Title', heading: 'Part', excerpt: 'a zebra b c' })
  expect(searchTexts(guides, 'xyzzy')).toEqual([])
  expect(searchTexts(guides, ' ')).toEqual([])
})
