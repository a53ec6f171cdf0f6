import { toBase64 } from '@tallystick/engine/base'
import { formatNote, formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import { formatKeys } from '@tallystick/engine/verify'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { origin } from '../../../engine/support/sealed.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { textIn, withFile, zipped } from '../pack.ts'
import { reseal, signaturesOf } from './reseal.ts'
import { type Change, changed, cutOff, looseBits, pack, type Spelled, unpadded, withCheckpoint } from './spelled.ts'

/** Checkpoints and keys of a pack that are spelled in another way. */

const stranger = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`
const strangerNamed = (name: string): string => stranger.replace('witness.example', name)
const rootIn =
  (change: Change): Change =>
  (note) =>
    note.replace(/(?<=\n3\n).*(?=\n)/, change)
const signatureIn =
  (change: Change): Change =>
  (note) =>
    note.replace(/(?<= )\S+(?=\n$)/, change)
const sizeAs =
  (size: string): Change =>
  (note) =>
    note.replace('\n3\n', `\n${size}\n`)

const signatureCountOf = (note: string): number => note.split('\n— ').length - 1

const notes: readonly (readonly [what: string, change: Change, wanted: Spelled['wanted']])[] = [
  ['a stranger’s signature', (note) => note + stranger, 0],
  ['100 signatures', (note) => note + stranger.repeat(100 - signatureCountOf(note)), 0],
  ['a stranger’s name with U+180E, which is no space', (note) => note + strangerNamed('wit\u180eness'), 0],
  ['101 signatures', (note) => note + stranger.repeat(101 - signatureCountOf(note)), 1],
  ['a line that is no signature', (note) => `${note}hello\n`, 1],
  ['a line that is no signature before the others', (note) => note.replace('\n\n', '\n\nhello\n'), 1],
  ['a signature without a name', (note) => note + strangerNamed(''), 1],
  ['a stranger’s name with a plus', (note) => note + strangerNamed('wit+ness'), 1],
  ['a stranger’s name with U+0085', (note) => note + strangerNamed('wit\u0085ness'), 1],
  ['a stranger’s name with U+001F', (note) => note + strangerNamed('wit\u001fness'), 1],
  ['a stranger’s name with U+0080', (note) => note + strangerNamed('wit\u0080ness'), 1],
  ['a stranger’s name with U+2028', (note) => note + strangerNamed('wit\u2028ness'), 1],
  ['a stranger’s name with U+FEFF', (note) => note + strangerNamed('wit\ufeffness'), 1],
  ['a signature of four bytes', (note) => `${note}— witness.example AAAAAA==\n`, 1],
  ['a stranger’s signature with padding in excess', (note) => `${note}${stranger.trimEnd()}====\n`, 1],
  ['a signature without padding', signatureIn(unpadded), 1],
  ['a signature with loose bits', signatureIn(looseBits), 1],
  ['a signature in the alphabet of URLs', signatureIn((base64) => base64.replace(/[+/]/g, '-')), 1],
  ['a signature and a space', signatureIn((base64) => `${base64} `), 1],
  [
    'a signature of 65 bytes',
    signatureIn((base64) => Buffer.concat([Buffer.from(base64, 'base64'), Buffer.alloc(1)]).toString('base64')),
    1,
  ],
  ['no last newline', cutOff, 1],
  ['two last newlines', (note) => `${note}\n`, 1],
  ['CRLF', (note) => note.replaceAll('\n', '\r\n'), 1],
  ['a root without padding', rootIn(unpadded), 1],
  ['a root with loose bits', rootIn(looseBits), 1],
  ['a size with a leading zero', sizeAs('03'), 1],
  ['a size with a sign', sizeAs('+3'), 1],
  ['a size in other digits', sizeAs('٣'), 1],
  ['a size beyond 2^53', sizeAs('9007199254740993'), 1],
  ['a blank in front', (note) => ` ${note}`, 1],
]

/** Texts that the key of the log signs, and that are no checkpoint as this log has them. */
const signedTexts: readonly (readonly [what: string, change: Change])[] = [
  ['an extension line', (text) => `${text}extension\n`],
  ['an empty line', (text) => `${text}\n`],
  ['a size with a leading zero', sizeAs('03')],
  ['a root with loose bits', rootIn(looseBits)],
  ['a root without padding', rootIn(unpadded)],
]

async function signedAs(change: Change): Promise<Uint8Array> {
  const note = textIn(pack, 'checkpoint.txt')
  const text = change(note.slice(0, note.indexOf('\n\n') + 1))
  const signed = formatNote({ text, signatures: await signaturesOf(text, [signerOf(1)]) })
  return zipped(withCheckpoint(() => signed))
}

const vkey = formatVkey(verifierKeyOf(sha256, origin, signerOf(1).publicKey))

const keys: readonly (readonly [what: string, text: string, wanted: Spelled['wanted']])[] = [
  ['the key alone, which signed both', `${vkey}\n`, 0],
  ['the key twice', `${vkey}\n${vkey}\n`, 0],
  ['without its last newline', vkey, 2],
  ['a blank line', `${vkey}\n\n`, 1],
  ['a line that is no key', `${vkey}\nhello\n`, 1],
  ['a blank behind', `${vkey} \n`, 1],
  ['CRLF', `${vkey}\r\n`, 1],
  ['padding in excess', `${vkey}====\n`, 1],
  ['the id in capitals', `${vkey.replace(/\+[0-9a-f]{8}\+/, (id) => id.toUpperCase())}\n`, 1],
  ['another id', `${vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+')}\n`, 1],
  ['a name of 2,000 characters', `${vkey}\n${'x'.repeat(2_000)}+00000000+AAAA\n`, 1],
]

/** Encodings of points of small order, under whose keys anybody can sign, and one that is no point at all. */
const weak: readonly (readonly [what: string, hex: string])[] = [
  ['of order 1', `01${'00'.repeat(31)}`],
  ['of order 2', `ec${'ff'.repeat(30)}7f`],
  ['of order 4', '00'.repeat(32)],
  ['of order 4, the other', `${'00'.repeat(31)}80`],
  ['of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['of order 8, the other', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'],
  ['of order 1, not canonical', `ee${'ff'.repeat(30)}7f`],
  ['of order 4, not canonical', `ed${'ff'.repeat(30)}ff`],
  ['not canonical', `f0${'ff'.repeat(30)}7f`],
]

/** A pack that whoever wants may have made: S = 0 and R = 0 hold for some texts under a key of small order. */
async function signedWeakly(hex: string): Promise<Uint8Array> {
  const publicKey = Uint8Array.from(Buffer.from(hex, 'hex'))
  const signature = Uint8Array.from(Buffer.concat([Buffer.from(`01${'00'.repeat(31)}`, 'hex'), Buffer.alloc(32)]))
  return zipped(await reseal(pack, { signers: [{ publicKey, sign: async () => signature }] }))
}

export const spelledNotes: readonly Spelled[] = [
  ...notes.map(([what, change, wanted]) => ({
    what: `checkpoint: ${what}`,
    content: zipped(withCheckpoint(change)),
    wanted,
  })),
  ...notes.map(([what, change, wanted]) => ({
    what: `checkpoint before: ${what}`,
    content: zipped(
      changed('previous-checkpoint.txt', (note) => change(note.replace('\n2\n', '\n3\n')).replace('\n3\n', '\n2\n')),
    ),
    wanted,
  })),
  ...(await Promise.all(
    signedTexts.map(async ([what, change]) => ({
      what: `signed: ${what}`,
      content: await signedAs(change),
      wanted: 1 as const,
    })),
  )),
  ...keys.map(([what, text, wanted]) => ({
    what: `keys: ${what}`,
    content: zipped(withFile(pack, 'keys.txt', text)),
    wanted,
  })),
  ...(await Promise.all(
    weak.flatMap(([what, hex]) => [
      signedWeakly(hex).then((content) => ({ what: `signed by a key ${what}`, content, wanted: 1 as const, keys: [] })),
      signedWeakly(hex).then((content) => ({
        what: `trusted, a key ${what}`,
        content,
        wanted: 2 as const,
        keys: [toBase64(Uint8Array.from(Buffer.from(hex, 'hex')))],
      })),
    ]),
  )),
  {
    what: 'keys: one of small order beside the one that signed',
    content: zipped(
      withFile(pack, 'keys.txt', formatKeys([vkey, formatVkey(verifierKeyOf(sha256, origin, new Uint8Array(32)))])),
    ),
    wanted: 1,
  },
]
