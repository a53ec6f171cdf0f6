import { engineVersion, toBase64 } from '@tallystick/engine/base'
import { formatVkey, verifierKeyOf } from '@tallystick/engine/log'
import { chainCheckNames, packFileNames } from '@tallystick/engine/verify'
import { afterAll, describe, expect, it } from 'vitest'
import { signerOf } from '../../../engine/support/ed25519.ts'
import { otherEngine } from '../../../engine/support/other-engine.ts'
import { packOf } from '../../../engine/support/packed.ts'
import { origin, seal } from '../../../engine/support/sealed.ts'
import { sealedCase } from '../../../engine/support/sealed-case.ts'
import { sha256 } from '../../../engine/support/sha256.ts'
import { createScratch, runWords } from '../../../support/node/command.ts'
import { brokenIn, holdingIn, textIn, verifyArchive, withFile, zipped } from '../../../support/node/pack.ts'
import { packOfOtherEngine } from '../../../support/node/pack-of-other-engine.ts'

const scratch = createScratch()
afterAll(() => scratch.remove())

const stored = await seal(sealedCase)
const pack = packOf(stored)
const keyOf = (seed: number) => verifierKeyOf(sha256, origin, signerOf(seed).publicKey)
const vkeyOf = (seed: number) => formatVkey(keyOf(seed))
const verify = (archive: Uint8Array, ...words: readonly string[]) => verifyArchive(scratch, archive, ...words)

it('prints the checks as JSON', async () => {
  const end = await verify(zipped(pack), '--trust-pack-keys', '--json')
  const { verdict, checks } = JSON.parse(end.output)
  expect({ code: end.code, verdict }).toEqual({ code: 0, verdict: 'sound' })
  expect(checks.map(({ name }: { readonly name: string }) => name)).toEqual(
    expect.arrayContaining([...chainCheckNames]),
  )
})

describe('a pack whose rules refer to tables, rates and calendars', () => {
  const referenceData = {
    tables: { customers: { 'ACME LTD': '10023' } },
    rates: [{ from: 'USD', to: 'EUR', date: '2026-03-02', rate: '0.9215' }],
    calendars: { ours: { holidays: ['2026-12-25'] } },
  }

  it('holds, and again when it is replayed', async () => {
    const files = packOf(await seal({ ...sealedCase, referenceData }))
    expect(Object.keys(JSON.parse(textIn(files, 'rules.json')))).toEqual(['calendars', 'rates', 'rules', 'tables'])
    expect(holdingIn(await verify(zipped(files)))).toEqual([...chainCheckNames, 'replay'])
  })

  it('fails at its policy for a changed entry, and for a member that no policy has', async () => {
    const files = packOf(await seal({ ...sealedCase, referenceData }))
    const changed = textIn(files, 'rules.json').replace('10023', '10024')
    expect(brokenIn(await verify(zipped(withFile(files, 'rules.json', changed))))).toEqual(['policyHash'])
  })
})

describe('a pack that was sealed', () => {
  it('holds in each of ten lines, one a check, and in the last', async () => {
    const end = await verify(zipped(pack), '--no-replay')
    expect(end).toMatchObject({ code: 3, errors: '' })
    expect(
      end.output
        .split('\n')
        .slice(0, 10)
        .map((line) => line.split(/ {2,}/).slice(0, 2)),
    ).toEqual(chainCheckNames.map((name) => [name, 'holds']))
    expect(end.output).toMatch(/\nevery check holds, if the keys above are the service’s: they came with the pack\n$/)
  })

  it.each([0, 1, 2, 6])('at place %i of its log holds', async (sequence) => {
    const archive = zipped(packOf(await seal({ ...sealedCase, sequence })))
    expect(await verify(archive, '--key', vkeyOf(1))).toMatchObject({ code: 0 })
  })

  it('of two empty datasets holds, and again when it is replayed', async () => {
    const empty = packOf(await seal({ source: [], target: [], rules: [] }))
    expect(holdingIn(await verify(zipped(empty), '--replay'))).toEqual([...chainCheckNames, 'replay'])
  })

  it('is refused with its files in another order', async () => {
    const { code, errors } = await verify(zipped(new Map([...pack].toReversed())))
    expect(code).toBe(2)
    expect(errors).toContain('keys.txt: Got a file in another place than the service writes it')
  })

  it.each([
    ['a word more', (text: string) => `${text}It was audited.\n`],
    ['nothing', () => ''],
  ])('is refused with a README that says %s', async (_, change) => {
    const { code, output, errors } = await verify(
      zipped(withFile(pack, 'README.txt', change(textIn(pack, 'README.txt')))),
    )
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain('README.txt: Got another text than the service writes into a pack')
  })

  it('is not verified by what anybody may have put into its name', async () => {
    const path = scratch.path('absent\u001b[2J.zip')
    expect((await runWords(['verify', path])).errors).toBe(
      `tallystick: ${path.replace('\u001b', '\\u001b')}: there is no such file\n`,
    )
  })
})

describe('the keys', () => {
  it('of the pack are listed as the service lists them, to be compared', async () => {
    const { output } = await verify(zipped(pack))
    expect(output).toContain('keys: these came with the pack')
    expect(output).toContain('/.well-known/tallystick-keys')
    for (const seed of [1, 2]) {
      const { publicKey, keyId } = keyOf(seed)
      expect(output).toContain(`  ${toBase64(publicKey)}   key id ${keyId}\n`)
    }
  })

  it('that are named are the only ones trusted', async () => {
    const trusted = await verify(zipped(pack), '--key', vkeyOf(2))
    expect(trusted).toMatchObject({ code: 0 })
    expect(trusted.output).toContain(`keys: those that you trust\n  ${toBase64(keyOf(2).publicKey)}`)
    expect(trusted.output).not.toContain('came with the pack')
    expect(trusted.output).toMatch(/\nevery check holds, by a key that you trust\n$/)
    const other = await verify(zipped(pack), '--key', vkeyOf(9))
    expect(other.code).toBe(1)
    expect(brokenIn(other)).toEqual(['checkpointSignature'])
    const signers = [1, 2].map((seed) => `${toBase64(keyOf(seed).publicKey)} (key id ${keyOf(seed).keyId})`)
    expect(other.output).toContain(`The checkpoint is signed by ${signers.join(' and ')}, wanted a trusted key.`)
    expect(await verify(zipped(pack), '--key', vkeyOf(9), '--key', vkeyOf(1))).toMatchObject({ code: 0 })
  })

  it('may be named as the service publishes them, base64 of the raw bytes', async () => {
    const rawOf = (seed: number): string => toBase64(keyOf(seed).publicKey)
    const trusted = await verify(zipped(pack), '--key', rawOf(1))
    expect(trusted).toMatchObject({ code: 0, errors: '' })
    expect(trusted.output).toContain(`keys: those that you trust\n  ${rawOf(1)}\n`)
    expect(brokenIn(await verify(zipped(pack), '--key', rawOf(9)))).toEqual(['checkpointSignature'])
    expect(await verify(zipped(pack), '--key', rawOf(9), '--key', vkeyOf(2))).toMatchObject({ code: 0 })
  })

  it.each([
    '',
    'name',
    toBase64(new Uint8Array(31)),
    'name+00000000+AAAA',
    vkeyOf(1).replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
  ])('are refused when they are none: %j', async (text) => {
    const { code, output, errors } = await verify(zipped(pack), `--key=${text}`)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain('--key')
  })
})

describe('a replay', () => {
  it('is one line more, and holds, unless it is left out', async () => {
    for (const words of [[], ['--replay']])
      expect(holdingIn(await verify(zipped(pack), ...words))).toEqual([...chainCheckNames, 'replay'])
    expect(holdingIn(await verify(zipped(pack), '--no-replay'))).toEqual(chainCheckNames)
  })

  it('finds a result that was sealed but that these records and rules do not give', async () => {
    const forged = await seal({ ...sealedCase, forge: { result: (lines) => lines.map(sayAnotherInvoice) } })
    const end = await verify(zipped(packOf(forged)), '--replay')
    expect({ code: end.code, broken: brokenIn(end) }).toEqual({ code: 1, broken: ['replay'] })
    expect(end.output).toMatch(/^replay .* from line 2 on\. \(expected .*"INV-777".*, found .*"INV-7"/m)
    expect(end.output).toMatch(/\nfirst broken link: replay\n$/)
  })

  it('finds lines too few and too many, which completeness finds as well', async () => {
    for (const result of [(lines: string[]) => lines.toSpliced(-2, 1), (lines: string[]) => [...lines, '{}']]) {
      const end = await verify(zipped(packOf(await seal({ ...sealedCase, forge: { result } }))), '--replay')
      expect(brokenIn(end)).toEqual(['completeness', 'replay'])
    }
  })

  it('is not begun by another version of the engine, which proves nothing', async () => {
    const { code, output, errors } = await verify(zipped(packOfOtherEngine), '--replay')
    expect(code).toBe(2)
    expect(output).not.toContain('every check holds')
    expect(errors).toBe(
      [
        'tallystick: 2 faults',
        `  completeness is not judged: The result is of engine ${otherEngine}, which only a program of that version can check.`,
        `  replay is not judged: The run is of engine ${otherEngine} and this program has ${engineVersion}: a replay needs the program of version ${otherEngine}.\n`,
      ].join('\n'),
    )
  })

  it('is neither judged by nor judges a version that this program does not know', async () => {
    const own = `"engine":"${engineVersion}"`
    const result = (lines: string[]) => lines.map((line) => line.replace(own, '"engine":"99"'))
    const later = zipped(packOf(await seal({ ...sealedCase, forge: { result, engine: '99' } })))
    const { code, output, errors } = await verify(later)
    expect({ code, broken: /does not hold/.test(output) }).toEqual({ code: 2, broken: false })
    expect(errors).toContain(
      'completeness is not judged: The result is of engine 99, which only a program of that version can check.',
    )
  })

  it('tells what the engine refuses of what was sealed all the same', async () => {
    const forged = await seal({ ...sealedCase, forge: { source: (lines) => [...lines, '[1]'] } })
    const end = await verify(zipped(packOf(forged)), '--replay')
    expect(end.code).toBe(1)
    expect(brokenIn(end)).toContain('replay')
  })

  it('is not begun over records that are not those that were sealed', async () => {
    const text = textIn(pack, 'source.ndjson').replace('"100"', '"101"')
    const end = await verify(zipped(withFile(pack, 'source.ndjson', text)), '--replay')
    expect(brokenIn(end)).toEqual(['sourceRoot'])
    expect(end.output).toMatch(/^replay +not judged +The records, /m)
    expect(end.output).not.toContain('Not judged')
  })
})

describe('a changed receipt', () => {
  it('is not said to be in the log, whatever of it was changed', async () => {
    for (const [from, to] of [
      ['"sequence":2', '"sequence":1'],
      ['"leaves":', '"leaves":1'],
      ['"kind"', '"kinx"'],
    ] as const) {
      const [previous, own = ''] = textIn(pack, 'receipts.ndjson').split('\n')
      expect(own).toContain(from)
      const end = await verify(zipped(withFile(pack, 'receipts.ndjson', `${previous}\n${own.replace(from, to)}\n`)))
      expect(brokenIn(end)).toEqual(['receiptHash'])
      expect(end.output).toMatch(/^logInclusion +not judged +The log has a receipt in this place, but not the one/m)
    }
  })
})

describe('a pack that cannot be read', () => {
  it.each(packFileNames)('is one without %s', async (name) => {
    expect(await verify(zipped(withFile(pack, name, undefined)))).toEqual({
      code: 2,
      output: '',
      errors: `tallystick: ${scratch.path('pack.zip')}: ${name} is missing\n`,
    })
  })

  it('is told with all that is wrong', async () => {
    const files = withFile(withFile(pack, 'proofs.json', '{}'), 'keys.txt', undefined)
    const { code, errors } = await verify(zipped(files))
    expect(code).toBe(2)
    expect(errors).toMatch(/^tallystick: 2 faults\n.*proofs\.json: .*\n.*keys\.txt is missing\n$/)
  })

  it.each([
    ['a file more', withFile(pack, 'virus.exe', 'x'), 'virus.exe is no file of an evidence pack'],
    ['a folder', new Map([['pack/manifest.json', new Uint8Array()]]), 'pack/manifest.json is a folder or in one, '],
  ])('has %s', async (_, files, fault) => {
    const { code, errors } = await verify(zipped(files))
    expect(code).toBe(2)
    expect(errors).toContain(fault)
  })

  it('may not be there, or a directory', async () => {
    expect(await runWords(['verify', scratch.path('absent.zip')])).toMatchObject({ code: 2, output: '' })
    const { code, errors } = await runWords(['verify', scratch.path('.')])
    expect(code).toBe(2)
    expect(errors).toContain('is a directory without a period, wanted a file')
  })
})

const sayAnotherInvoice = (line: string): string =>
  line.includes('"kind":"match"') ? line.replace('"INV-7"', '"INV-777"') : line
