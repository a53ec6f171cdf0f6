import { canonicalize, toBase64 } from '@tallystick/engine/base'
import { createRandom, type Random } from '../../../bench/random.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { type PackFiles, textIn, withFile, zipped } from '../pack.ts'
import { forge } from './forge.ts'
import { evidenceOf, type Honest } from './honest-evidence.ts'
import { reseal } from './reseal.ts'
import { substanceOfPack, substanceOfProof, substanceOfTlogProof } from './substance.ts'
import { tamperArchive, tamperNames } from './tamper-archive.ts'
import { tamperJson } from './tamper-json.ts'
import { tamperNote } from './tamper-notes.ts'
import { tamperBytes, tamperLines, tamperSpelling } from './tamper-text.ts'

/** Evidence that somebody changed, by chance of a seed. */
export interface Tampered {
  /** How it was changed, and what. */
  readonly way: string
  readonly of: string
  readonly content: string | Uint8Array
  /** The keys that are trusted. */
  readonly keys: readonly string[]
  /**
   * Whether it may hold: it says what the honest evidence says, in another layout, with other keys or strangers' signatures;
   * or a stranger has signed it and no key of the log is trusted.
   */
  readonly mayHold: boolean
}

const key = toBase64(signerOf(1).publicKey)
const notes = ['checkpoint.txt', 'previous-checkpoint.txt'] as const
const shaped = ['manifest.json', 'proofs.json', 'rules.json', 'anchor.json'] as const

const byStranger = 'forged by a stranger'

type PackWay = (random: Random, files: PackFiles, others: readonly PackFiles[]) => Promise<PackFiles> | PackFiles

const anyName = (random: Random, files: PackFiles): string => [...files.keys()][random.between(0, files.size - 1)] ?? ''
const inFile = (random: Random, files: PackFiles, change: (text: string, name: string) => string): PackFiles => {
  const name = anyName(random, files)
  return withFile(files, name, change(textIn(files, name), name))
}

/** Changes of a pack's files, which are put into a sound archive. */
const packWays: { readonly [way: string]: PackWay } = {
  files: tamperNames,
  bytes: (random, files) => {
    const name = anyName(random, files)
    return withFile(files, name, tamperBytes(random, files.get(name) ?? new Uint8Array()))
  },
  lines: (random, files, others) =>
    inFile(random, files, (text, name) =>
      tamperLines(
        random,
        text,
        others.filter((each) => each.has(name)).map((each) => textIn(each, name)),
      ),
    ),
  spelling: (random, files) => inFile(random, files, (text) => tamperSpelling(random, text)),
  'JSON members': (random, files) => {
    const name = random.pick(shaped)
    if (!files.has(name)) return withFile(files, 'manifest.json', inLine(random, textIn(files, 'manifest.json')))
    const text = textIn(files, name)
    return withFile(files, name, name === 'rules.json' ? inLine(random, `${text}\n`).trimEnd() : inLine(random, text))
  },
  receipts: (random, files) => {
    const lines = textIn(files, 'receipts.ndjson').split('\n').slice(0, -1)
    const at = random.between(0, lines.length - 1)
    return withFile(
      files,
      'receipts.ndjson',
      lines.map((line, index) => (index === at ? inLine(random, `${line}\n`) : `${line}\n`)).join(''),
    )
  },
  proofs: (random, files, others) => {
    const proofs = JSON.parse(textIn(files, 'proofs.json'))
    const other = JSON.parse(textIn(others[random.between(0, others.length - 1)] ?? files, 'proofs.json'))
    const name = random.pick(['inclusion', 'consistency', 'previous'])
    const changed = random.pick([
      { ...proofs, [name]: other[name] },
      { ...proofs, [name]: inHashes(random, proofs[name]) },
    ])
    return withFile(files, 'proofs.json', `${canonicalize(changed)}\n`)
  },
  notes: async (random, files, others) => {
    const name = random.pick(notes)
    const note = textIn(files, name)
    if (note === '') return withFile(files, name, textIn(others[0] ?? files, 'checkpoint.txt'))
    const changed = withFile(
      files,
      name,
      await tamperNote(
        random,
        note,
        others.map((each) => textIn(each, 'checkpoint.txt')),
      ),
    )
    return name === 'checkpoint.txt' && random.chance(0.7) ? shownAlike(random, changed) : changed
  },
  keys: (random, files, others) => {
    const name = random.pick(['keys.txt', 'key-periods.txt'])
    const text = textIn(files, name)
    const other = textIn(others[random.between(0, others.length - 1)] ?? files, name)
    return withFile(
      files,
      name,
      random.pick([tamperLines(random, text, [other]), text + other, tamperSpelling(random, text), '']),
    )
  },
  'file of another pack': (random, files, others) => {
    const other = others[random.between(0, others.length - 1)] ?? files
    const name = anyName(random, files)
    return withFile(files, name, other.has(name) ? textIn(other, name) : '')
  },
  'forged without a key': (random, files) => reseal(forge(random, files)),
  [byStranger]: (random, files) =>
    reseal(forge(random, files), { signers: [signerOf(9)], keepsHeader: random.chance(0.1) }),
}

/** The record shows the same checkpoint, or none. */
function shownAlike(random: Random, files: PackFiles): PackFiles {
  const manifest = JSON.parse(textIn(files, 'manifest.json'))
  const checkpoint = random.chance(0.8) ? textIn(files, 'checkpoint.txt') : null
  return withFile(
    files,
    'manifest.json',
    `${JSON.stringify({ ...manifest, run: { ...manifest.run, checkpoint } }, (_, value) => sorted(value))}\n`,
  )
}

/** With its members in order, as canonical JSON has them; half of a surrogate pair may stay. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

const inLine = (random: Random, line: string): string =>
  `${JSON.stringify(tamperJson(random, JSON.parse(line)), (_, value) => sorted(value))}\n`

function inHashes(random: Random, proof: { readonly hashes: readonly string[] } | null): unknown {
  if (proof === null) return { hashes: [], index: 0, size: 1 }
  const { hashes } = proof
  const at = random.between(0, Math.max(0, hashes.length - 1))
  const changed: readonly string[] = random.pick([
    hashes.toSpliced(at, 1),
    hashes.toSpliced(at, 0, 'ab'.repeat(32)),
    hashes.toReversed(),
    [],
    hashes.map((hash) => hash.toUpperCase()),
  ])
  return { ...proof, hashes: changed }
}

/** Changes of a proof, as JSON or as a tlog-proof. */
type ProofWay = (random: Random, text: string, others: readonly string[]) => string

const proofWays: { readonly [way: string]: ProofWay } = {
  bytes: (random, text) => Buffer.from(tamperBytes(random, Buffer.from(text))).toString('latin1'),
  spelling: (random, text) => tamperSpelling(random, text),
  'JSON members': (random, text) => JSON.stringify(tamperJson(random, JSON.parse(text)), null, random.pick([0, 0, 2])),
  'part of another proof': (random, text, others) => {
    const [proof, other] = [JSON.parse(text), JSON.parse(others[random.between(0, others.length - 1)] ?? text)]
    const name = Object.keys(proof)[random.between(0, Object.keys(proof).length - 1)] ?? ''
    return JSON.stringify({ ...proof, [name]: other[name] })
  },
}

const tlogWays: { readonly [way: string]: ProofWay } = {
  bytes: (random, text) => Buffer.from(tamperBytes(random, Buffer.from(text))).toString('latin1'),
  spelling: (random, text) => tamperSpelling(random, text),
  lines: (random, text, others) => tamperLines(random, text, others),
  'JSON members': (random, text) =>
    text.replace(/(?<=\nextra ).*(?=\n)/, (base64) => {
      const extra = JSON.parse(Buffer.from(base64, 'base64').toString())
      return Buffer.from(JSON.stringify(tamperJson(random, extra), (_, value) => sorted(value))).toString('base64')
    }),
}

const forms = ['pack', 'pack', 'pack', 'archive', 'proof', 'tlog-proof'] as const

/** As many as asked for, each other than the honest evidence that it was made of. */
export async function* tamper(
  honest: readonly Honest[],
  { seed, count }: { readonly seed: number; readonly count: number },
): AsyncGenerator<Tampered> {
  const random = createRandom(seed)
  const packs = honest.map(({ pack }) => pack)
  for (let made = 0; made < count; ) {
    const each = honest[random.between(0, honest.length - 1)]
    if (each === undefined) return
    const tampered = await tamperOne(random, each, { honest, packs })
    if (tampered === undefined) continue
    yield tampered
    made += 1
  }
}

interface World {
  readonly honest: readonly Honest[]
  readonly packs: readonly PackFiles[]
}

async function tamperOne(
  random: Random,
  { name, pack, proofs, tlogProofs }: Honest,
  { honest, packs }: World,
): Promise<Tampered | undefined> {
  const form: (typeof forms)[number] = random.pick(forms)
  // Every fourth by the keys that it brings: a stranger's forgery holds by those, unless its lines do not fit.
  const keys = form !== 'tlog-proof' && random.chance(0.25) ? [] : [key]
  const made = { of: name, keys }
  if (form === 'archive') {
    const content = tamperArchive(random, pack)
    return isEqual(content, zipped(pack)) ? undefined : { ...made, way: 'archive', content, mayHold: false }
  }
  if (form === 'pack') {
    const way = anyOf(random, Object.keys(packWays))
    const files = await packWays[way]?.(random, pack, packs)
    if (files === undefined || isEqual(zipped(files), zipped(pack))) return undefined
    const isUntrusted = way === byStranger && keys.length === 0
    const mayHold = isUntrusted || substancesOfPack(pack).includes(substanceOfPack(files))
    return { ...made, way: `pack: ${way}`, content: zipped(files), mayHold }
  }
  if (random.chance(0.2)) return forgedProof(random, { name, pack, proofs, tlogProofs }, form)
  const [ways, texts, substanceOf] =
    form === 'proof' ? [proofWays, proofs, substanceOfProof] : [tlogWays, tlogProofs, substanceOfTlogProof]
  const substancesOf = (honestText: string) =>
    form === 'proof' ? [honestText, withoutAnchor(honestText)].map(substanceOf) : [substanceOf(honestText)]
  const text = anyOf(random, texts)
  const way = anyOf(random, Object.keys(ways))
  const others = honest.flatMap((each) => (form === 'proof' ? each.proofs : each.tlogProofs))
  const changed = ways[way]?.(random, text, others)
  if (changed === undefined || changed === text) return undefined
  // Bytes are changed one by one, so that a character may be torn.
  const content = way === 'bytes' ? Buffer.from(changed, 'latin1') : changed
  return {
    ...made,
    way: `${form}: ${way}`,
    content,
    // What another part makes of it may be another honest proof.
    mayHold: texts.flatMap(substancesOf).includes(substanceOf(content.toString())),
  }
}

const anyOf = <Item>(random: Random, items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
  const item = items[random.between(0, items.length - 1)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

/** What a pack says, and what it says without its anchor: evidence may say less. */
const substancesOfPack = (pack: PackFiles): readonly string[] =>
  [pack, withFile(pack, 'anchor.json', undefined)].map(substanceOfPack)

const withoutAnchor = (proof: string): string => JSON.stringify({ ...JSON.parse(proof), anchor: undefined })

const isEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other)

const strangerKey = toBase64(signerOf(9).publicKey)

/** A proof of a line in a pack that a stranger has forged and signed; undefined where no proof can be made of that. */
async function forgedProof(
  random: Random,
  { name, pack }: Honest,
  form: 'proof' | 'tlog-proof',
): Promise<Tampered | undefined> {
  const forged = await reseal(forge(random, pack), { signers: [signerOf(9)] })
  const evidence = await evidenceOf(name, forged).catch(() => undefined)
  const texts = form === 'proof' ? evidence?.proofs : evidence?.tlogProofs
  if (texts === undefined) return undefined
  const trusted = random.pick([key, strangerKey])
  const content = anyOf(random, texts)
  return { of: name, keys: [trusted], way: `${form}: ${byStranger}`, content, mayHold: trusted === strangerKey }
}
