import { utf8 } from '@tallystick/engine/base'
import { formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import { expect, it } from 'vitest'
import { readPastedKeys } from '../../../../functions/audit/verify/pasted-keys.ts'
import { sha256 } from '../../../../functions/cli/sha256.ts'

const raw = 'orBcTkFJ+QGg/Rlvu9f9U8ZnaT0Pk7Zr22Vaa1lbiHQ='
const vkey = formatVkey(verifierKeyOf(sha256, 'tallystick.dev/abc', new Uint8Array(Buffer.from(raw, 'base64'))))
const listed = { keys: [{ algorithm: 'Ed25519', publicKey: raw, validFrom: null, validTo: null }], index: ['a+b+c'] }

it.each([
  ['a raw key', raw, [raw]],
  ['a vkey', `  ${vkey}\r\n`, [vkey]],
  ['a key on each line', `${raw}\n\n${vkey}\n`, [raw, vkey]],
  ['the JSON of the service, without the keys of the index', JSON.stringify(listed, undefined, 2), [raw]],
  ['the keys in the proof of a line', JSON.stringify([{ name: 'n', keyId: 'i', vkey }]), [vkey]],
  ['a list of texts', JSON.stringify([raw]), [raw]],
])('reads %s', (_, text, keys) => {
  expect(readPastedKeys(sha256, text)).toEqual({ ok: true, value: keys })
})

it.each([
  ['nothing', ' \n', /no key/],
  ['an empty list', '{"keys":[]}', /no key/],
  ['another text', 'my key', /base64 of 32 bytes/],
  ['a key of 31 bytes', Buffer.from(utf8('x'.repeat(31))).toString('base64'), /base64 of 32 bytes/],
  ['JSON that is cut off', '{"keys":[', /JSON, line 1/],
  ['JSON of something else', '{"title":"Not found"}', /without a list of keys/],
  ['a list of something else', '[7]', /base64 of 32 bytes/],
])('refuses %s', (_, text, fault) => {
  const read = readPastedKeys(sha256, text)
  expect(read.ok ? [] : read.faults).toEqual([expect.stringMatching(fault)])
})
