import { expect, it } from 'vitest'
import { at, byteAt } from '../../../../engine/base/at.ts'
import type { IntakeEnd } from '../../../../engine/intake/intake.ts'
import { createRandom, type Random } from '../../../bench/random.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { linesOf } from '../read.ts'
import { vectorsOf } from '../vector-index.ts'
import { amt, balance, details, entry, file, readFile, signed, statement } from './camt-sample.ts'

const sample = file(
  statement(
    balance('OPBD', '+100'),
    balance('CLBD', '+90.5'),
    '<TxsSummry><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>5</Sum></TtlCdtNtries></TxsSummry>',
    entry('+5', '<Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>B1</AcctSvcrRef>'),
    entry(
      '-14.50',
      `<Chrgs>${amt('0.50', 'EUR', 'TtlChrgsAndTaxAmt')}</Chrgs>${details(
        `<Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>${signed('-4')}<RmtInf><Ustrd>Büro &amp; &#8364;</Ustrd></RmtInf>`,
        `${signed('-10')}<RltdPties><Cdtr><Nm><![CDATA[A <b> c]]></Nm></Cdtr></RltdPties>`,
      )}`,
    ),
  ),
)

const sources = [Buffer.from(sample), ...vectorsOf('camt').map(({ bytes }) => bytes)]

type Mutation = (bytes: Buffer, random: Random) => Buffer

const flipped: Mutation = (bytes, random) => {
  const copy = Buffer.from(bytes)
  for (let count = random.between(1, 4); count > 0; count--) {
    const offset = random.between(0, copy.length - 1)
    copy[offset] = byteAt(copy, offset) ^ (1 << random.between(0, 7))
  }
  return copy
}

const shuffled: Mutation = (bytes, random) => {
  const lines = bytes.toString('latin1').split('\n')
  for (let count = random.between(1, 6); count > 0; count--) {
    const [left, right] = [random.between(0, lines.length - 1), random.between(0, lines.length - 1)]
    const line = at(lines, left)
    lines[left] = at(lines, right)
    lines[right] = line
  }
  return Buffer.from(lines.join('\n'), 'latin1')
}

/** Puts text into the file, before or behind a tag. */
const inserted =
  (text: (random: Random) => string): Mutation =>
  (bytes, random) => {
    const from = random.between(0, bytes.length - 1)
    const found = bytes.indexOf(random.chance(0.5) ? '<' : '>', from)
    const offset = found < 0 ? from : found
    return Buffer.concat([bytes.subarray(0, offset), Buffer.from(text(random)), bytes.subarray(offset)])
  }

const bomb = `<!DOCTYPE a [<!ENTITY a0 "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join('')}]>`

const bombed: Mutation = (bytes, random) => {
  const text = bytes.toString('latin1')
  const start = random.chance(0.5) ? bomb : ''
  return Buffer.from(`${start}${text.replace(/<Nm>|<Ustrd>|<Id>/, '$&&a20;')}`, 'latin1')
}

const repeated: Mutation = (bytes, random) => {
  const [start, length] = [random.between(0, bytes.length - 1), random.between(1, 400)]
  const part = bytes.subarray(start, start + length)
  return Buffer.concat([bytes.subarray(0, start), part, part, bytes.subarray(start + length)])
}

const mutations: readonly [Mutation, ...Mutation[]] = [
  flipped,
  flipped,
  shuffled,
  repeated,
  bombed,
  inserted((random) =>
    random.pick(['<!-- -->', '<![CDATA[', '</Ntry>', '<Ntry>', '&x;', '\u0000', '<a b="', '<?x ?>']),
  ),
  inserted((random) => (random.chance(0.1) ? 'x'.repeat(10_000_000) : ' '.repeat(random.between(1, 70_000)))),
]

/** The records of a file that can be read, and of any other the faults. */
const outcomeOf = (end: IntakeEnd): readonly string[] | string => (end.ok ? linesOf(end) : JSON.stringify(end.faults))

const mutationCount = { short: 25, long: 2_000 }

it(inForms('reads each mutation of a file or says what is wrong with it, however it comes', mutationCount), () => {
  const random = createRandom(14)
  const outcomes = new Set<boolean>()
  for (let count = 0; count < sizeOf(mutationCount); count++) {
    const source = at(sources, count % sources.length)
    const bytes = random.pick(mutations)(source, random)
    const end = readFile(bytes)
    outcomes.add(end.ok)
    if (!end.ok) expect(end.faults.length, `mutation ${count}`).toBeGreaterThan(0)
    // The parts of a long text are many.
    const size = bytes.length > 200_000 ? 65_521 : random.pick([1, 7, 1_000])
    expect(outcomeOf(readFile(bytes, undefined, [size])), `mutation ${count}`).toEqual(outcomeOf(end))
  }
  expect(outcomes).toEqual(new Set([true, false]))
})

it(inForms('loses no record of a file that is cut off: it is a fault', mutationCount), () => {
  const random = createRandom(15)
  for (let count = 0; count < sizeOf(mutationCount); count++) {
    const source = Buffer.from(
      at(sources, count % sources.length)
        .toString()
        .trimEnd(),
    )
    const end = readFile(source.subarray(0, random.between(0, source.length - 1)))
    expect(end.ok, `cut ${count}`).toBe(false)
  }
})

it('reads no entity of its own, however few they are', () => {
  const end = readFile(bombed(Buffer.from(sample), { ...createRandom(1), chance: () => true }))
  expect(outcomeOf(end)).toContain('document type declaration')
})
