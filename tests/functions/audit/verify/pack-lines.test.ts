import { expect, it } from 'vitest'
import { blocksIn, linesIn } from '../../../../functions/audit/verify/pack-lines.ts'
import { takeAll } from '../../../support/in-page/load-in-page.ts'

const text = '{"id":"ä"}\n{"id":"😀"}\n\n{"id":"c"}\n'

async function* cut(bytes: Uint8Array, partLength: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += partLength) yield bytes.subarray(start, start + partLength)
}

it('reads the lines of an artifact that is cut anywhere', async () => {
  const bytes = Buffer.from(text)
  for (let partLength = 1; partLength <= bytes.length; partLength++) {
    expect(await takeAll(linesIn(cut(bytes, partLength)))).toEqual(['{"id":"ä"}', '{"id":"😀"}', '', '{"id":"c"}'])
    const blocks = await takeAll(blocksIn(cut(bytes, partLength)))
    expect(blocks.join('')).toBe(text)
    expect(blocks.filter((each) => !each.endsWith('\n'))).toEqual([])
  }
})

it('leaves out what follows the last newline, and reads nothing from nothing', async () => {
  expect(await takeAll(linesIn(cut(Buffer.from('a\nb'), 2)))).toEqual(['a'])
  expect(await takeAll(linesIn(cut(Buffer.alloc(0), 1)))).toEqual([])
})
