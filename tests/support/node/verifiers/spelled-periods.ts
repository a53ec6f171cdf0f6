import { formatNote, parseNote } from '@tallystick/engine/log'
import { formatKeyPeriods } from '@tallystick/engine/verify'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { type DatedKey, periodsOf } from '../../../engine/support/key-periods.ts'
import { readOf } from '../../../engine/support/read-of.ts'
import { textIn, withFile, zipped } from '../pack.ts'
import { signaturesOf } from './reseal.ts'
import { type Change, cutOff, pack, type Spelled } from './spelled.ts'

/** Periods of keys in a pack, for a run that was completed on 2026-11-20 and signed by the keys 1 and 2. */

type Row = readonly [what: string, text: string, wanted: Spelled['wanted']]

const text = textIn(pack, 'key-periods.txt')
const [first = '', second = ''] = text.split(/(?<=\n)\n(?=log)/)
const stranger = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`
const [one, two, three] = [signerOf(1), signerOf(2), signerOf(3)] as const

const periods = async (what: string, wanted: Spelled['wanted'], ...keys: readonly DatedKey[]): Promise<Row> => [
  what,
  formatKeyPeriods(await periodsOf(...keys)),
  wanted,
]

/** The first period with another text, which its key signs. */
async function signedAs(what: string, change: Change): Promise<Row> {
  const changed = change(readOf(parseNote(first)).text)
  if (changed === readOf(parseNote(first)).text) throw new Error(`Nothing was changed: ${what}`)
  return [what, formatNote({ text: changed, signatures: await signaturesOf(changed, [one]) }), 1]
}

const rows: readonly Row[] = [
  ['none', '', 1],
  ['without the last newline', cutOff(text), 2],
  ['a line that is no note', 'hello\n', 2],
  ['a text without signatures', `${readOf(parseNote(first)).text}`, 2],
  ['an empty line behind', `${text}\n`, 1],
  ['an empty line in front', `\n${text}`, 1],
  ['CRLF', text.replaceAll('\n', '\r\n'), 2],
  ['the first alone', first, 0],
  ['the second alone', second, 1],
  ['in the other order', formatKeyPeriods([second, first]), 1],
  ['the first twice', formatKeyPeriods([first, first, second]), 0],
  ['a stranger’s signature more', `${text}${stranger}`, 0],
  ['101 signatures', `${text}${stranger.repeat(99)}`, 1],
  ['one signature of the second', `${first}\n${second.replace(/\n— .*\n$/, '\n')}`, 1],
  ['another day', text.replace('2026-11-19', '2026-11-18'), 1],
  ['1,001 notes', formatKeyPeriods(Array.from({ length: 1_001 }, () => first)), 1],
  ...(await Promise.all([
    periods('that begin after the run', 1, [one, '2026-11-21']),
    periods('that ended before the run', 1, [one, '2026-01-01'], [three, '2026-01-02', '2026-11-19']),
    periods('of which the key before has ended', 0, [one, '2026-01-01'], [two, '2026-01-02', '2026-11-19']),
    periods('of which the key after has not begun', 0, [one, '2026-01-01'], [two, '2026-11-21', '2026-11-22']),
    periods('between which the run is', 1, [one, '2026-01-01'], [two, '2026-11-21', '2026-11-19']),
    periods('of strangers', 1, [three, '2026-01-01']),
    periods('of a key before a key that is the same', 1, [one, '2026-01-01'], [one, '2026-11-19', '2026-11-21']),
    signedAs('of another kind', (note) => note.replace('period@1', 'period@2')),
    signedAs('with a time in seconds', (note) => note.replace('.000Z', 'Z')),
    signedAs('with a line more', (note) => `${note}also\n`),
    signedAs('with a key without padding', (note) => note.replace('= from', ' from')),
    signedAs('with a key of small order', (note) => note.replace(/key \S+/, `key ${'A'.repeat(43)}=`)),
    signedAs('with loose bits in a key', (note) => note.replace(/.= from/, '9= from')),
  ])),
]

export const spelledPeriods: readonly Spelled[] = [
  ...rows.map(([what, changed, wanted]) => ({
    what: `periods of keys: ${what}`,
    content: zipped(withFile(pack, 'key-periods.txt', changed)),
    wanted,
  })),
  { what: 'periods of keys: no file', content: zipped(withFile(pack, 'key-periods.txt', undefined)), wanted: 2 },
]
