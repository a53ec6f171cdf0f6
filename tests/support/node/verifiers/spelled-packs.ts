import { crc32, deflateRawSync } from 'node:zlib'
import { packOf } from '../../../engine/support/packed.ts'
import { seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { type PackFiles, textIn, withFile, zipped } from '../pack.ts'
import { entryOf, patched } from '../zip-bytes.ts'
import { type Change, changed, cutOff, pack, type Spelled, stored } from './spelled.ts'

/** The archive, the manifest, the proofs and the lines of a pack that are spelled in another way. */

const first: PackFiles = packOf(await seal({ ...sealedCase, sequence: 0 }))

const replaced =
  (from: string | RegExp, to: string): Change =>
  (text) =>
    text.replace(from, () => to)
const own: Change = (text) => text.slice(0, text.lastIndexOf('\n{') + 1)

const files: readonly (readonly [name: string, what: string, change: Change, wanted: Spelled['wanted']])[] = [
  ['manifest.json', 'a member more', replaced('{"engine"', '{"audited":true,"engine"'), 2],
  ['manifest.json', 'a member more in the run', replaced('"run":{', '"run":{"audited":true,'), 2],
  ['manifest.json', 'a count as text', replaced(/"leaves":(\d+)/, '"leaves":"17"'), 2],
  ['manifest.json', 'a count that is true', replaced(/"leaves":(\d+)/, '"leaves":true'), 2],
  ['manifest.json', 'a count below zero', replaced(/"leaves":(\d+)/, '"leaves":-1'), 2],
  ['manifest.json', 'a sequence that is true', replaced(/"sequence":\d+/, '"sequence":true'), 2],
  ['manifest.json', 'no sequence', replaced(/"sequence":\d+/, '"sequence":null'), 1],
  ['manifest.json', 'rules that are no list', replaced(/"rules":\[.*\],"sequence"/, '"rules":{},"sequence"'), 2],
  ['manifest.json', 'a name in unproven', replaced('"unproven":{}', '"unproven":{"name":"March"}'), 0],
  ['manifest.json', 'unproven that is no object', replaced(/"unproven":\{.*\}\}/, '"unproven":[]}'), 2],
  ['manifest.json', 'without its last newline', cutOff, 2],
  ['manifest.json', 'a newline more', (text) => `${text}\n`, 2],
  ['manifest.json', 'a space', replaced(',', ', '), 2],
  ['manifest.json', 'an escape', replaced('"engine"', '"\\u0065ngine"'), 2],
  ['manifest.json', 'an unknown version', replaced('pack@2', 'pack@99'), 2],
  ['manifest.json', 'the version before', replaced('pack@2', 'pack@1'), 2],
  ['manifest.json', 'no checkpoint in the record', replaced(/"checkpoint":"[^"]*"/, '"checkpoint":null'), 0],
  ['proofs.json', 'no consistency', replaced(/"consistency":\{[^}]*\},/, ''), 2],
  ['proofs.json', 'consistency that is null', replaced(/"consistency":\{[^}]*\}/, '"consistency":null'), 2],
  ['proofs.json', 'no hash of the consistency', replaced(/(?<="from":2,"hashes":)\[[^\]]*\]/, '[]'), 1],
  ['proofs.json', 'no hashes of the consistency', replaced(/"hashes":\[[^\]]*\],(?="to")/, ''), 2],
  ['proofs.json', 'hashes that are null', replaced(/\[[^\]]*\]/, 'null'), 2],
  ['proofs.json', 'a hash in a list of its own', replaced(/\["([0-9a-f]{64})"/, `[["${'ab'.repeat(32)}"]`), 2],
  ['proofs.json', 'a hash in capitals', (text) => text.replace(/"[0-9a-f]{64}"/, (hash) => hash.toUpperCase()), 1],
  ['proofs.json', 'no hash of the inclusion', replaced(/(?<="inclusion":\{"hashes":)\[[^\]]*\]/, '[]'), 1],
  ['proofs.json', 'an index that is true', replaced('"index":2', '"index":true'), 2],
  ['proofs.json', 'an index with a fraction', replaced('"index":2', '"index":2.5'), 2],
  ['proofs.json', 'no proof before', replaced(/"previous":.*/, '"previous":null}'), 1],
  ['proofs.json', 'a member more', replaced('{"consistency"', '{"also":1,"consistency"'), 2],
  ['proofs.json', 'without its last newline', cutOff, 2],
  ['receipts.ndjson', 'without its last newline', cutOff, 2],
  ['receipts.ndjson', 'three lines', (text) => `${text}${text.split('\n')[0]}\n`, 2],
  ['receipts.ndjson', 'no line', () => '', 2],
  ['receipts.ndjson', 'an empty line before', (text) => `\n${text.split('\n')[1]}\n`, 1],
  ['receipts.ndjson', 'an empty line behind', (text) => `${text.split('\n')[1]}\n\n`, 1],
  ['receipts.ndjson', 'the version before', replaced(/receipt@2/g, 'receipt@1'), 1],
  ['receipts.ndjson', 'a space', replaced(/\{/g, '{ '), 1],
  ['receipts.ndjson', 'none before', (text) => text.slice(text.indexOf('\n') + 1), 1],
  ['receipts.ndjson', 'none of its own', own, 1],
  ['rules.json', 'a newline', (text) => `${text}\n`, 1],
  ['rules.json', 'a list of nothing', () => '[]', 1],
  ['source.ndjson', 'without its last newline', cutOff, 1],
  ['source.ndjson', 'an empty line behind', (text) => `${text}\n`, 1],
  ['source.ndjson', 'an empty line in front', (text) => `\n${text}`, 1],
  ['source.ndjson', 'CRLF', (text) => text.replaceAll('\n', '\r\n'), 1],
  ['source.ndjson', 'a line of 2,000,001 bytes', (text) => `${text}${'x'.repeat(2_000_001)}\n`, 1],
  ['source.ndjson', 'lines that are nested too deep', () => `${'['.repeat(100_000)}\n`, 1],
  [
    'source.ndjson',
    'a line that is JSON of 5,000 lists',
    (text) => `${text}${'['.repeat(5_000)}${']'.repeat(5_000)}\n`,
    1,
  ],
  ['result.ndjson', 'without its last newline', cutOff, 1],
  ['result.ndjson', 'no line', () => '', 1],
  ['README.txt', 'a word more', (text) => `${text}It was audited.\n`, 2],
]

const bytes: readonly (readonly [name: string, wanted: Spelled['wanted']])[] = [
  ['manifest.json', 2],
  ['rules.json', 1],
  ['source.ndjson', 1],
  ['result.ndjson', 1],
  ['receipts.ndjson', 2],
  ['proofs.json', 2],
  ['previous-checkpoint.txt', 2],
  ['checkpoint.txt', 2],
  ['keys.txt', 2],
]

/** Members of the run's summary, which no receipt binds: only what the lines add up to tells that they are others. */
const summaries: readonly (readonly [from: string | RegExp, to: string])[] = [
  [/"matchRate":"[^"]*"/, '"matchRate":"0.9999"'],
  [/"sourceOpen":"[^"]*"/, '"sourceOpen":"0"'],
  [/"targetMatched":"[^"]*"/, '"targetMatched":"0"'],
  [/"leftSource":\d+/, '"leftSource":99'],
  [/"matches":\d+/, '"matches":99'],
  [/"confidence":\{"exact":\d+/, '"confidence":{"exact":9'],
  [/"missing_in_source":\d+/, '"missing_in_source":99'],
  [/"turned":\{\}/, '"turned":{"EUR":"0"}'],
  [/"nettedCount":0/, '"nettedCount":false'],
  [/"suggestionCount":1/, '"suggestionCount":true'],
  [/"summary":\{/, '"summary":{"also":1,'],
  [/"summary":\{.*?\},"target"/, '"summary":null,"target"'],
]

const archive = Buffer.from(zipped(pack))
const checksumOf = (name: string, write: (at: number) => number): Uint8Array =>
  patched(archive, (copy) => {
    const checksum = copy.readUInt32LE(entryOf(copy, name) + 16)
    for (let at = copy.length - 4; at >= 0; at -= 1)
      if (copy.readUInt32LE(at) === checksum) copy.writeUInt32LE(write(checksum) >>> 0, at)
  })

/** An archive whose one file is compressed, as any other writer of archives would. */
function deflated(name: string): Uint8Array {
  const content = Buffer.from(textIn(pack, name))
  const packed = deflateRawSync(content)
  const start = archive.indexOf(name) + name.length
  const end = archive.indexOf(Buffer.from('PK\u0007\u0008'), start)
  const lengths = Buffer.alloc(12)
  lengths.writeUInt32LE(crc32(content), 0)
  lengths.writeUInt32LE(packed.length, 4)
  lengths.writeUInt32LE(content.length, 8)
  const shift = packed.length - (end - start)
  const moved = Buffer.concat([
    archive.subarray(0, start),
    packed,
    archive.subarray(end, end + 4),
    lengths,
    archive.subarray(end + 16),
  ])
  const entry = entryOf(moved, name)
  lengths.copy(moved, entry + 16)
  for (
    let at = moved.indexOf(Buffer.from('PK\u0001\u0002'));
    at >= 0;
    at = moved.indexOf(Buffer.from('PK\u0001\u0002'), at + 1)
  )
    if (moved.readUInt32LE(at + 42) > start) moved.writeUInt32LE(moved.readUInt32LE(at + 42) + shift, at + 42)
  moved.writeUInt32LE(moved.readUInt32LE(moved.length - 6) + shift, moved.length - 6)
  return moved
}

export const spelledPacks: readonly Spelled[] = [
  { what: 'as it is', content: archive, wanted: 0 },
  { what: 'as it is, by its own keys', content: archive, wanted: 3, keys: [] },
  { what: 'the first of its log', content: zipped(first), wanted: 0 },
  ...files.map(([name, what, change, wanted]) => ({
    what: `${name}: ${what}`,
    content: zipped(changed(name, change)),
    wanted,
  })),
  ...bytes.map(([name, wanted]) => ({
    what: `${name}: not UTF-8`,
    content: zipped(withFile(pack, name, Buffer.from(textIn(pack, name), 'latin1').fill(0xff, 3, 4))),
    wanted,
  })),
  ...summaries.map(([from, to]) => ({
    what: `summary: ${to}`,
    content: zipped(changed('manifest.json', replaced(from, to))),
    wanted: 1 as const,
  })),
  {
    what: 'manifest.json: the text “null” where the run replays none',
    content: zipped(
      changed(
        'manifest.json',
        replaced(/"replayOf":null/, '"replayOf":"null"'),
        packOf(await seal({ ...sealedCase, replayOf: null })),
      ),
    ),
    wanted: 1,
  },
  {
    what: 'a checkpoint before the first',
    content: zipped(withFile(first, 'previous-checkpoint.txt', stored.previousCheckpoint ?? '')),
    wanted: 1,
  },
  {
    what: 'a proof before the first',
    content: zipped(
      changed('proofs.json', replaced('"previous":null', '"previous":{"hashes":[],"index":0,"size":1}'), first),
    ),
    wanted: 1,
  },
  ...['README.txt', 'result.ndjson', 'manifest.json'].map((name) => ({
    what: `another checksum of ${name}`,
    content: checksumOf(name, (checksum) => checksum ^ 1),
    wanted: 2 as const,
  })),
  ...['README.txt', 'result.ndjson'].map((name) => ({
    what: `another byte of ${name} under its checksum`,
    content: patched(archive, (copy) => {
      const at = copy.indexOf(name) + name.length + 20
      copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
    }),
    wanted: 2 as const,
  })),
  ...['README.txt', 'result.ndjson'].map((name) => ({
    what: `${name} compressed`,
    content: deflated(name),
    wanted: 2 as const,
  })),
  { what: 'a byte behind the archive', content: Buffer.concat([archive, Buffer.from('x')]), wanted: 2 },
  { what: 'a byte before the archive', content: Buffer.concat([Buffer.from('x'), archive]), wanted: 2 },
  { what: 'cut off', content: archive.subarray(0, -1), wanted: 2 },
  { what: 'nothing', content: '', wanted: 2 },
]
