import { expect, it } from 'vitest'
import { runWords } from '../../../support/node/command.ts'

it.each([
  ['run', 'bank:main', 'ledger:main'],
  ['upload', 'bank.csv', '--adapter', 'bank:main'],
])('refuses the key of an example before it asks the service: %s', async (...words) => {
  expect(await runWords([...words, '--url', 'http://127.0.0.1:9', '--key', 'tsk_test_…'])).toEqual({
    code: 2,
    output: '',
    errors: 'tallystick: The API key has a character that no key has, such as the … of an example\n',
  })
})
