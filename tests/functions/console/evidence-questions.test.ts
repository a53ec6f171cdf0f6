import { chainCheckNames } from '@tallystick/engine/verify'
import { describe, expect, it } from 'vitest'
import { recogniseEvidence } from '../../../functions/audit/verify/evidence-file.ts'
import { openProof, verifyProof } from '../../../functions/audit/verify/verify-proof.ts'
import { platform } from '../../../functions/cli/evidence/verify-here.ts'
import { sha256 } from '../../../functions/cli/sha256.ts'
import { evidenceQuestions } from '../../../functions/console/engine-worker/evidence-questions.ts'
import type {
  EvidenceEnd,
  EvidenceRequest,
  TrustTexts,
  VerifiedEvidence,
} from '../../../functions/console/engine-worker/evidence-types.ts'
import { createContext } from '../../../functions/console/engine-worker/session-context.ts'
import { holdingWords, verdictText } from '../../../functions/console/verify/verdict-texts.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { packOf } from '../../engine/support/packed.ts'
import { seal } from '../../engine/support/sealed.ts'
import { sealedCase } from '../../engine/support/sealed-case.ts'
import { anchorBy, anchored, bothOf, oneOf, policyText } from '../../support/node/anchored-pack.ts'
import { type PackFiles, textIn, withFile, zipped } from '../../support/node/pack.ts'

const files = packOf(await seal(sealedCase))
const fileOf = (packed: PackFiles = files, name = 'pack.zip') => new File([zipped(packed).slice()], name)
const keysOf = (...keys: readonly string[]): TrustTexts => ({ keys: keys.join('\n'), certificates: '' })
const otherKey = 'orBcTkFJ+QGg/Rlvu9f9U8ZnaT0Pk7Zr22Vaa1lbiHQ='

/** A session, and what it told. */
function open() {
  const context = createContext({ sha256, openRows })
  const questions = evidenceQuestions(context)
  const told: string[] = []
  const steps: string[] = []
  const verify = (request: Partial<EvidenceRequest>): Promise<EvidenceEnd> =>
    questions.verifyEvidence(
      { trust: undefined, ...request },
      ({ name }) => told.push(name),
      ({ step }) => steps.push(step),
    )
  return { questions, context, verify, told, steps }
}

/** An archive of which the deflated data of every file begin with no block; all names and places are whole. */
function withBrokenData(bytes: Uint8Array): Uint8Array {
  const broken = Buffer.from(bytes)
  const signature = Buffer.from('PK\u0003\u0004')
  for (let offset = 0; offset >= 0; offset = broken.indexOf(signature, offset + 1))
    broken[offset + 30 + broken.readUInt16LE(offset + 26) + broken.readUInt16LE(offset + 28)] = 0xff
  return broken
}

function verified(end: EvidenceEnd): VerifiedEvidence {
  if (end.kind !== 'verified') throw new Error(`Got ${JSON.stringify(end)}`)
  return end.evidence
}

const brokenIn = ({ lines }: VerifiedEvidence) =>
  lines.filter(({ verdict }) => verdict === 'does not hold').map(({ name }) => name)

describe('a pack in the worker of the page', () => {
  it('is verified link by link, replayed, and opened under the same root', async () => {
    const { verify, told, context, steps } = open()
    const evidence = verified(await verify({ file: fileOf() }))
    expect(told).toEqual([...chainCheckNames, 'anchor', 'replay'])
    expect(evidence.lines.map(({ name }) => name)).toEqual(told)
    expect(brokenIn(evidence)).toEqual([])
    const manifest = JSON.parse(textIn(files, 'manifest.json'))
    expect(holdingWords(evidence.lines)).toBe('11, and 1 not covered: Confirmed by others')
    expect(evidence.run).toMatchObject({ origin: 'pack', title: manifest.run.id, resultRoot: manifest.result })
    expect(evidence.run?.summary).toEqual(manifest.run.summary)
    const openRun = context.openRuns.get(evidence.run?.id ?? '')
    expect(openRun.chunks.map(({ text }) => text).join('')).toBe(textIn(files, 'result.ndjson'))
    expect(steps.some((step) => step.startsWith('Replaying rule'))).toBe(true)
  })

  it('is replayed anew where its run was closed, whose records would stay in memory else', async () => {
    const { verify, context, steps } = open()
    const first = verified(await verify({ file: fileOf() }))
    const replays = () => steps.filter((step) => step === 'Reading the records').length
    expect(replays()).toBe(1)
    context.openRuns.forget(first.run?.id ?? '')
    const again = verified(await verify({ trust: keysOf(...first.brought.map(({ publicKey }) => publicKey)) }))
    expect(replays()).toBe(2)
    expect(again.run?.resultRoot).toBe(first.run?.resultRoot)
  })

  it('is verified again under other keys without a second replay', async () => {
    const { verify, steps } = open()
    const first = verified(await verify({ file: fileOf() }))
    const count = steps.length
    const other = verified(await verify({ trust: keysOf(otherKey) }))
    expect(brokenIn(other)).toEqual(['checkpointSignature'])
    expect(other.run).toBeUndefined()
    const own = verified(await verify({ trust: keysOf(...first.brought.map(({ publicKey }) => publicKey)) }))
    expect(own.keyBasis.from).toBe('trusted')
    expect(own.lines.at(-1)).toEqual(first.lines.at(-1))
    expect(own.run?.id).toBe(first.run?.id)
    expect(steps.slice(count).filter((step) => step.startsWith('Replaying'))).toEqual([])
  })

  it('that was changed is not opened', async () => {
    const { verify } = open()
    const text = textIn(files, 'source.ndjson').replace('EUR', 'USD')
    const evidence = verified(await verify({ file: fileOf(withFile(files, 'source.ndjson', text)) }))
    expect(brokenIn(evidence)).toEqual(['sourceRoot'])
    expect(holdingWords(evidence.lines)).toMatch(/^[0-9]+, and 1 broken: Source records; /)
    expect(evidence.run).toBeUndefined()
  })

  it('gives proofs of its lines that hold', async () => {
    const { verify, questions } = open()
    const { run } = verified(await verify({ file: fileOf() }))
    const text = await questions.proveLine(run?.id ?? '', 1)
    const proof = await openProof(await recogniseEvidence(new Blob([text])))
    if (!proof.ok) throw new Error(proof.faults.join())
    const trust = { keys: [], trustsOwnKeys: false, anchoring: { policy: undefined, certificates: [] } }
    const { lines } = await verifyProof(platform, proof.value, trust)
    expect(lines.filter(({ verdict }) => verdict === 'does not hold')).toEqual([])
    // Whoever has the page has no command line to give an option to.
    expect(lines.filter(({ detail }) => detail.includes('--'))).toEqual([])
    await expect(questions.proveLine('pack-7', 1)).rejects.toThrow('No run pack-7 is open')
    await expect(questions.proveLine(run?.id ?? '', 9_999)).rejects.toThrow('No line 9999')
  })
})

it('ends a verification that is cancelled, and begins the next anew', async () => {
  const { verify, questions, told } = open()
  const end = questions.verifyEvidence(
    { file: fileOf(), trust: undefined },
    () => {},
    () => questions.cancelEvidence(),
  )
  questions.cancelEvidence()
  expect(await end).toEqual({ kind: 'cancelled' })
  expect(brokenIn(verified(await verify({ file: fileOf() })))).toEqual([])
  expect(told).toHaveLength(12)
})

it('leaves a file for one that was chosen meanwhile', async () => {
  const { verify } = open()
  const ends = await Promise.all([verify({ file: fileOf() }), verify({ file: fileOf() })])
  expect(ends.map(({ kind }) => kind)).toEqual(['cancelled', 'verified'])
})

it.each([
  ['a file that is no evidence', new File(['id,date\n'], 'bank.csv'), 'unknown', /begins with/],
  ['an archive that was cut off', new File([zipped(files).slice(0, -50)], 'pack.zip'), 'pack', /without its end/],
  [
    'an archive with a file that cannot be inflated',
    new File([withBrokenData(zipped(files)).slice()], 'pack.zip'),
    'pack',
    /manifest\.json: .*packed in another way/,
  ],
  ['JSON of something else', new File(['{"a":1}'], 'a.json'), 'proof', /not evidence/],
])('refuses %s, and says why', async (_, file, form, fault) => {
  const end = await open().verify({ file })
  expect(end).toEqual({ kind: 'unreadable', form, faults: [expect.stringMatching(fault)] })
})

describe('a pack that others have confirmed', () => {
  const policy = (quorum: string): TrustTexts => ({ keys: policyText(quorum), certificates: '' })

  it('holds under a policy whose witnesses have signed, and says that they have', async () => {
    const evidence = verified(await open().verify({ file: fileOf(anchored(await anchorBy(2))), trust: policy(bothOf) }))
    expect(brokenIn(evidence)).toEqual([])
    expect(evidence.keyBasis.from).toBe('policy')
    expect(evidence.witnesses.map(({ isVerified }) => isVerified)).toEqual([true, true])
    expect(verdictText({ evidence, trust: { from: 'pasted' }, host: 'h' }).title).toBe(
      'Every check holds, under your policy',
    )
  })

  it('does not hold under a policy that asks for another witness, and nothing else is held against it', async () => {
    const evidence = verified(await open().verify({ file: fileOf(anchored(await anchorBy(1))), trust: policy(bothOf) }))
    expect(brokenIn(evidence)).toEqual(['policy'])
    expect(verdictText({ evidence, trust: { from: 'pasted' }, host: 'h' }).title).toBe('Your policy is not met')
  })
})

it.each([
  ['keys', keysOf(otherKey), []],
  ['a policy', { keys: policyText(oneOf), certificates: '' }, []],
  ['no key', keysOf(''), [expect.stringMatching(/no key/)]],
  ['a policy that is none', keysOf('log x'), [expect.stringMatching(/^policy: Line 1/)]],
  [
    'a policy without a log',
    { keys: policyText(oneOf, ''), certificates: '' },
    [expect.stringMatching(/no key of a log/)],
  ],
  ['other text as certificates', { keys: otherKey, certificates: 'x' }, [expect.stringMatching(/PEM/)]],
])('tells the faults of %s', async (_, texts, faults) => {
  expect(await open().questions.trustFaults(texts)).toEqual(faults)
})
