import { numberAt } from '@tallystick/engine/base'
import { packFileNames } from '@tallystick/engine/verify'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { packOf } from '../../../engine/support/packed.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { createScratch } from '../../../support/node/command.ts'
import { brokenIn, verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'
import {
  changes,
  earlier,
  edited,
  pack,
  recording,
  replacing,
  stored,
  strangerKey,
  withOtherSigns,
} from '../../../support/node/pack-changes.ts'
import { notePromise } from '../../../support/promised.ts'

/** A pack that somebody changed. */

const scratch = createScratch()
afterAll(() => scratch.remove())

describe('a pack', () => {
  it.each(changes)('with %s changed fails at the one check that names it', async (_, files, check) => {
    const end = await verifyArchive(scratch, zipped(files))
    expect({ code: end.code, broken: brokenIn(end), errors: end.errors }).toEqual({
      code: 1,
      broken: [check],
      errors: '',
    })
    expect(end.output).toMatch(new RegExp(`\\nfirst broken link: ${check}\\n$`))
  })

  it('whose policy has signs that are none fails at its policy, with every hash made anew', async () => {
    const end = await verifyArchive(scratch, zipped(await withOtherSigns()))
    expect(end.code).toBe(1)
    expect(brokenIn(end)).toContain('policyHash')
  })

  it('that is another one altogether fails at none, but for the key that is trusted', async () => {
    expect(await verifyArchive(scratch, zipped(packOf(earlier)))).toMatchObject({ code: 3 })
    const end = await verifyArchive(scratch, zipped(packOf(earlier)), '--key', strangerKey)
    expect(brokenIn(end)).toEqual(['checkpointSignature'])
  })

  it('whose checkpoint a witness has signed too holds', async () => {
    const { checkpoint } = stored.run
    const line = `— witness.example ${Buffer.alloc(76, 7).toString('base64')}\n`
    const cosigned = edited(
      'checkpoint.txt',
      (text) => text + line,
      recording(['run', 'checkpoint'], checkpoint + line),
    )
    expect(await verifyArchive(scratch, zipped(cosigned))).toMatchObject({ code: 3 })
    const unsaid = edited('checkpoint.txt', (text) => text + line)
    expect(brokenIn(await verifyArchive(scratch, zipped(unsaid)))).toEqual(['checkpointSignature'])
  })

  it('says what was expected and what was found', async () => {
    const end = await verifyArchive(scratch, zipped(edited('rules.json', replacing('0.05', '0.06'))))
    expect(end.output).toMatch(
      new RegExp(`^policyHash +does not hold .*expected ${stored.run.policy.hash}, found [0-9a-f]{64}\\)$`, 'm'),
    )
  })
})

const flips = { short: 10, long: 20_000 }

describe(inForms('a single changed bit', flips), () => {
  const evidence = packFileNames.filter((name) => name !== 'README.txt')
  const bit = fc
    .constantFrom(...evidence)
    .chain((name) => fc.record({ name: fc.constant(name), at: fc.nat(8 * (pack.get(name)?.length ?? 1) - 1) }))

  it('in any file that is evidence fails exactly one check, or makes the pack unreadable', async () => {
    await fc.assert(
      fc.asyncProperty(bit, async ({ name, at }) => {
        const end = await verifyArchive(scratch, zipped(withFile(pack, name, flipped(pack.get(name), at))))
        if (end.code === 2) expect(end).toMatchObject({ output: '', errors: expect.stringContaining(name) })
        else expect({ code: end.code, count: brokenIn(end).length }).toEqual({ code: 1, count: 1 })
      }),
      { numRuns: sizeOf(flips) },
    )
  })

  it('anywhere in the archive is never taken for a sound pack, README and checksums included', async (context) => {
    const archive = zipped(pack)
    await fc.assert(
      fc.asyncProperty(fc.nat(8 * archive.length - 1), async (at) => {
        const end = await verifyArchive(scratch, flipped(archive, at))
        expect([1, 2]).toContain(end.code)
      }),
      { numRuns: sizeOf(flips) },
    )
    notePromise(context, {
      property: 'tamper: evidence packs, one change of each kind and single bits',
      wanted: 'verify fails at one check, or cannot read the pack',
      reached: `${changes.length} kinds of change, ${2 * sizeOf(flips)} bits`,
    })
  })
})

function flipped(bytes: Uint8Array | undefined, bit: number): Uint8Array {
  if (bytes === undefined) throw new Error('There is no file to flip a bit of')
  const copy = Uint8Array.from(bytes)
  copy[bit >> 3] = numberAt(copy, bit >> 3) ^ (1 << (bit & 7))
  return copy
}
