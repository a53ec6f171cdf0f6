import { afterAll, expect, it } from 'vitest'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { readDoc } from '../../../support/node/docs.ts'
import { bank, books } from './month.ts'

/** That the commands of docs/close.md, one after the other, close a month. */

const scratch = createScratch()
afterAll(() => scratch.remove())

/** The words of each command of a folder; what stands in quotation marks is one word. */
const commands = [...readDoc('close').matchAll(/^npx tallystick (.*)$/gm)]
  .map(([, line = '']) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word))
  .filter((words) => !words.includes('--url'))

const inScratch = (word: string): string => (/^(march|april)|\.(pem|csv|txt)$/.test(word) ? scratch.path(word) : word)

it('closes a month by the commands of the guide', async () => {
  bank(scratch)
  books(scratch)
  const keys: string[] = []
  const codes: string[] = []
  for (const words of commands) {
    const named = words.map((word) => (word === 'ADA' ? keys[0] : word === 'BOB' ? keys[1] : inScratch(word)) ?? word)
    const { code, output } = await runWords(named)
    if (words[1] === 'key') keys.push(output.trim())
    codes.push(`${words[0] === 'close' ? words[1] : words[0]} ${code}`)
  }
  expect(codes).toEqual([
    ...['key 0', 'key 0', 'start 0', 'run 1', 'items 1'],
    ...['decide 1', 'decide 1', 'decide 1', 'decide 1'],
    ...['balances 0', 'proof 0', 'report 0', 'submit 0', 'approve 0', 'verify 0', 'start 0', 'reopen 0'],
  ])
})
