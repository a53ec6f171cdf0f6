import type { ChainReport } from '@tallystick/engine/verify'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { inForms, sizeOf } from '../../../support/forms.ts'
import { notePromise } from '../../../support/promised.ts'
import { changes } from '../../../support/worker/changes.ts'
import type { Client } from '../../../support/worker/client.ts'
import { readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { rehashChunks } from '../../../support/worker/stored-rows.ts'
import { createVictim } from '../../../support/worker/victim.ts'

let made: ReturnType<typeof createVictim> | undefined
const shared = () => {
  made ??= createVictim()
  return made
}

const flips = { short: 6, long: 10_000 }

describe('verifyProofChain', () => {
  it('finds nothing in rows as they were stored', async () => {
    const { client, run } = await shared()
    expect(await readChain(client, run.id)).toMatchObject({ verified: true, firstFailure: null })
  })

  it.each(changes)('names $broken for a change of $what', async ({ sql, broken }) => {
    const { client, run, whileAltered } = await shared()
    const report = await whileAltered(sql, () => readChain(client, run.id))
    expect(namesOfFailed(report)).toEqual([broken])
    expect(report).toMatchObject({ verified: false, firstFailure: broken })
  })

  it(inForms('names what was changed by a single bit', flips), async (context) => {
    const { client, run, cells, whileSet } = await shared()
    const bit = fc.record({ cell: fc.constantFrom(...cells), place: fc.nat(), bit: fc.nat(6) })
    const flip = fc.asyncProperty(bit, async ({ cell, ...at }) => {
      const value = typeof cell.value === 'number' ? flipNumber(cell.value, at) : flipText(cell.value, at)
      const report = await whileSet(cell, value, () => readChain(client, run.id))
      // A column that is no JSON any more has nothing that the checks behind it could agree with.
      expect(report).toMatchObject({ verified: false, firstFailure: cell.broken })
    })
    await fc.assert(flip, { numRuns: sizeOf(flips), seed: 4 })
    notePromise(context, {
      property: 'tamper: stored rows of a run, one change of each kind and single bits',
      wanted: 'verifyProofChain fails at the check that names what was changed',
      reached: `${changes.length} kinds of change, ${sizeOf(flips)} bits`,
    })
  })
})

describe('the pack of rows that were changed', () => {
  it.each(changes.filter(({ pack }) => pack === 'broken'))(
    'fails offline at $broken: $what',
    async ({ sql, broken }) => {
      const { client, run, whileAltered } = await shared()
      const report = await whileAltered(sql, () => verifyPack(client, run))
      expect(namesOfFailed(report)).toEqual([broken])
    },
  )

  it.each(changes.filter(({ pack }) => pack === 'refused'))('is refused or breaks off: $what', async ({ sql }) => {
    const { client, run, whileAltered } = await shared()
    await whileAltered(sql, async () => {
      const response = await client.get(`${run.links.evidence}?format=zip`)
      if (response.status === 200) await expect(response.arrayBuffer()).rejects.toThrow()
      else expect(await problemOf(response)).toMatchObject({ status: 409, code: 'records_altered' })
    })
  })

  it.each(changes.filter(({ sql }) => sql.some((each) => /_chunks SET text/.test(each))))(
    'fails offline at $broken where the hash of the chunk was changed as well: $what',
    async ({ sql, broken }) => {
      const { client, run, tenantId, whileAltered } = await shared()
      const report = await whileAltered(sql, async () => {
        await rehashChunks(tenantId)
        return verifyPack(client, run)
      })
      expect(namesOfFailed(report)).toEqual([broken])
    },
  )
})

async function verifyPack(client: Client, run: RunRecord): Promise<ChainReport> {
  const response = await client.get(`${run.links.evidence}?format=zip`)
  return verifyOffline(await readZip(new Uint8Array(await response.arrayBuffer())))
}

const namesOfFailed = ({ checks }: ChainReport) => checks.filter(({ passed }) => !passed).map(({ name }) => name)

interface Bit {
  /** A byte of the value, counted around. */
  readonly place: number
  readonly bit: number
}

/** Among the 40 bits of a time in milliseconds. */
const flipNumber = (value: number, { place }: Bit): number => Number(BigInt(value) ^ (1n << BigInt(place % 40)))

/** A text of D1 holds no NUL: where the bit would make one, the next is flipped. */
function flipText(text: string, { place, bit }: Bit): string {
  const at = place % text.length
  const unit = text.charCodeAt(at)
  const flipped = unit ^ (1 << bit) || unit ^ (1 << ((bit + 1) % 7))
  return text.slice(0, at) + String.fromCharCode(flipped) + text.slice(at + 1)
}
