import { canonicalize, type JsonObject, toBase64 } from '@tallystick/engine/base'
import { createRandom, type Random } from '../../../bench/random.ts'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { type PackFiles, textIn, withFile } from '../pack.ts'
import type { HonestPeriods } from './honest-periods.ts'
import { followingOpening, logged } from './logged-period.ts'
import { linesIn } from './reseal.ts'
import { tamperNote } from './tamper-notes.ts'
import type { Tampered } from './tampered.ts'
import { type Asked, fileWays, forged, tamperBy } from './tampered-periods.ts'

/** Packs of periods from a service that somebody changed, by chance of a seed. */

const service = signerOf(1)
const stranger = signerOf(9)
export const keyOfService = toBase64(service.publicKey)

const actsOf = [
  ['submit', 'approve'],
  ['submit', 'reject', 'submit', 'approve', 'reopen', 'submit', 'approve'],
] as const

/** The periods as a service hands them out; the second one in its second edition. */
export const honestLogs = ({ packs }: HonestPeriods): Promise<readonly PackFiles[]> =>
  Promise.all(
    packs.map((pack, index) => logged(followingOpening(pack), pack, { signer: service, acts: actsOf[index] ?? [] })),
  )

/** As many as asked for, each other than the honest pack that it was made of. */
export async function tamperLogs(honest: HonestPeriods, { seed, count }: Asked): Promise<readonly Tampered[]> {
  const random = createRandom(seed)
  const packs = await honestLogs(honest)
  const world = { packs, random }
  const otherOf = (pack: PackFiles): PackFiles => packs.find((each) => each !== pack) ?? pack
  const whole = Object.entries(fileWays).map(
    ([way, change]) => [way, (pack: PackFiles) => change(pack, world)] as const,
  )
  const byStranger = async (pack: PackFiles): Promise<PackFiles> => {
    const at = packs.indexOf(pack)
    const change = random.chance(0.6) ? entryChange(random, pack) : undefined
    const files = change !== undefined && random.chance(0.8) ? pack : forged(pack, random)
    const own = new Map([...files].filter(([name]) => honest.packs[at]?.has(name)))
    const of = honest.packs[at] ?? pack
    return logged(own, of, { signer: stranger, acts: actsOf[at] ?? [], ...(change && { change }) })
  }
  return tamperBy(world, {
    ...{ what: 'period of a log', count, keys: [keyOfService] },
    ways: [
      ...whole,
      ['the checkpoint', (pack) => withNote(random, pack, otherOf(pack))],
      ['an entry left out', (pack) => withEntries(pack, (all) => all.toSpliced(random.between(0, all.length - 1), 1))],
      ['another order of entries', (pack) => withEntries(pack, (all) => all.toReversed())],
      ['an entry twice', (pack) => withEntries(pack, (all) => [...all, ...all.slice(0, 1)])],
      ['an entry changed', (pack) => withEntryChanged(random, pack)],
      ['proofs of another month', (pack) => withFile(pack, 'proofs.json', textIn(otherOf(pack), 'proofs.json'))],
      ['the log of another month', (pack) => withLogOf(pack, otherOf(pack))],
      ['own signatures beside it', (pack) => withFile(pack, 'signoffs.ndjson', '')],
      ...Array.from({ length: 14 }, () => [byStrangers, byStranger] as const),
    ],
    mayHold: (way) => way === byStrangers,
    substanceOf: withKeysOnce,
  })
}

/** A key that is listed twice is listed. */
const withKeysOnce = (files: PackFiles): PackFiles =>
  files.has('keys.txt')
    ? withFile(files, 'keys.txt', [...new Set(linesIn(files, 'keys.txt'))].map((line) => `${line}\n`).join(''))
    : files

const byStrangers = 'changed, and logged by a stranger'

const logNames = ['entries.ndjson', 'proofs.json', 'checkpoint.txt', 'key-periods.txt', 'keys.txt']

const withLogOf = (files: PackFiles, other: PackFiles): PackFiles =>
  logNames.reduce((all, name) => withFile(all, name, textIn(other, name)), files)

/** The signature of a stranger beside the log’s own changes nothing. */
async function withNote(random: Random, files: PackFiles, other: PackFiles): Promise<PackFiles> {
  const note = textIn(files, 'checkpoint.txt')
  const changed = await tamperNote(random, note, [textIn(other, 'checkpoint.txt')])
  const [text = '', own = ''] = note.split('\n\n')
  const isSame = changed.startsWith(`${text}\n\n`) && changed.split('\n').includes(own.trimEnd())
  return isSame ? files : withFile(files, 'checkpoint.txt', changed)
}

type Placed = readonly [line: string, proof: JsonObject]

/** The pack with other entries, of which each keeps its proof. */
function withEntries(files: PackFiles, change: (all: readonly Placed[]) => readonly Placed[]): PackFiles {
  const proofs: JsonObject[] = JSON.parse(textIn(files, 'proofs.json')).inclusion
  const all = change(linesIn(files, 'entries.ndjson').map((line, index) => [line, proofs[index] ?? {}] as const))
  const entries = withFile(files, 'entries.ndjson', all.map(([line]) => `${line}\n`).join(''))
  return withFile(entries, 'proofs.json', `${canonicalize({ inclusion: all.map(([, proof]) => proof) })}\n`)
}

function withEntryChanged(random: Random, files: PackFiles): PackFiles {
  const change = entryChange(random, files)
  const lines = linesIn(files, 'entries.ndjson').map((line, index) => canonicalize(change(JSON.parse(line), index)))
  return withFile(files, 'entries.ndjson', lines.map((line) => `${line}\n`).join(''))
}

const hash = 'ab'.repeat(32)

/** Changes one member of one entry, to a value of the right type. */
function entryChange(random: Random, files: PackFiles): (entry: JsonObject, index: number) => JsonObject {
  const lines = linesIn(files, 'entries.ndjson')
  const at = random.between(0, lines.length - 1)
  const entry: JsonObject = JSON.parse(lines[at] ?? '{}')
  const { submittedBy = null, approvedBy = null } = entry
  const others: JsonObject = {
    ...{ act: 'reject', actor: 'mbr_7', approvedBy: submittedBy, completedAt: '2026-05-01T10:00:00.000Z', count: 2 },
    ...{ createdAt: '2026-05-03T10:00:00.000Z', edition: 3, engine: '2', follows: hash, leaves: 1, name: '2026-07' },
    ...{ period: 'prd_2', revision: 7, settings: 2, tenant: hash, submittedBy: approvedBy ?? submittedBy },
    ...Object.fromEntries(['items', 'proof', 'root', 'receipt', 'opening', 'balances'].map((name) => [name, hash])),
    ...Object.fromEntries(['result', 'source', 'instructions', 'decisions'].map((name) => [name, hash])),
  }
  const names = Object.keys(others).filter((name) => Object.hasOwn(entry, name))
  const name = random.pick([names[0] ?? 'kind', ...names.slice(1)])
  return (each, index) => (index === at ? { ...each, [name]: others[name] ?? null } : each)
}
