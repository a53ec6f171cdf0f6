import { describe, expect, it } from 'vitest'
import { runWords } from '../../../support/node/command.ts'

describe('the words after monitor', () => {
  it.each<[readonly string[], string]>([
    [['--state', 's'], 'Got no address, wanted URL'],
    [['http://a', 'b', '--state', 's'], 'Got "b", wanted nothing after URL'],
    [['http://a'], 'Got no --state, wanted the file that keeps the newest checkpoint'],
    [['ftp://a', '--state', 's'], 'Got "ftp://a", wanted the address of a service or a log'],
    [['http://a?b', '--state', 's'], 'wanted the address of a service or a log'],
    [['http://a', '--state', 's', '--every', '0'], 'Got "0" as --every, wanted seconds from 1 to 86400'],
    [
      ['http://a', '--state', 's', '--stale-after', '1h'],
      'Got "1h" as --stale-after, wanted seconds from 1 to 315360000',
    ],
    [['http://a', '--state', 's', '--log'], '--log has no value, wanted the origin of a log'],
    [['http://a', '--state', 's', '--index=b'], '--index has a value, wanted none'],
    [['http://a', '--state', 's', '--every', '5', '--once'], '--once and --every are both there'],
    [['http://a', '--state', 's', '--key', 'x'], '--key: Got the key "x"'],
  ])('%j are refused', async (words, fault) => {
    expect(await runWords(['monitor', ...words])).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringContaining(fault),
    })
  })
})
