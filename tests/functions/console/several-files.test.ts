import { describe, expect, it } from 'vitest'
import type { FileSettings } from '../../../functions/console/engine-worker/engine-types.ts'
import { leftOutLines } from '../../../functions/console/engine-worker/left-out-lines.ts'
import { isTooLongTogether, packFiles, tooLongTogether } from '../../../functions/console/engine-worker/pack-files.ts'
import { readFile } from '../../../functions/console/engine-worker/read-file.ts'
import { readRecords } from '../../../functions/console/engine-worker/read-records.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

const modules = { sha256, openRows }
const pause = async (): Promise<void> => undefined
const pack = (files: readonly File[]) => packFiles(modules, { files, pause })

const head = 'id,date,amount,currency,reference\n'
const csv = (name: string, lines: string) => new File([head + lines], name)
const line = (id: string, date: string, reference = 'A') => `${id},${date},10.00,EUR,${reference}\n`

describe('several files of a side', () => {
  it('are read in the order in which they are shown, whatever their names are', async () => {
    const days = Array.from({ length: 11 }, (_, index) => String(index + 10))
    const files = days.map((day) => csv(`${30 - Number(day)}.csv`, line(`r${day}`, `2026-03-${day}`)))
    const { file, parts } = await pack(files.toReversed())
    const records = await readRecords(modules, { file, settings: {} })
    expect(records.map(({ id }) => id)).toEqual(days.map((day) => `r${day}`))
    expect(records.map(({ attributes }) => attributes?.['file'])).toEqual(parts.map(({ name }) => name))
    expect(parts[0]?.name).toBe('01-20.csv')
  })

  it('keep files of equal names apart', async () => {
    const { file, parts } = await pack([csv('a.csv', line('x', '2026-03-01')), csv('a.csv', line('y', '2026-03-02'))])
    expect(parts.map(({ name }) => name)).toEqual(['1-a.csv', '2-a.csv'])
    expect((await readRecords(modules, { file, settings: {} })).map(({ id }) => id)).toEqual(['x', 'y'])
  })

  it('that are too long together are refused as several files', async () => {
    const long = new File([new Uint8Array(9 * 1024 * 1024)], 'long.csv')
    await expect(pack([long, long])).rejects.toThrow(tooLongTogether)
    const part = { file: long, name: '1-long.csv', recordCount: 1, from: null, to: null, faultCount: 0 }
    const fault = { line: 1, column: null, field: null, code: 'dataset_too_large', detail: '' } as const
    expect(isTooLongTogether([part], [fault])).toBe(true)
    expect(isTooLongTogether([{ ...part, faultCount: 1 }], [{ ...fault, file: '1-long.csv: Sheet' }])).toBe(false)
  })
})

describe('lines that were left out', () => {
  const settings: FileSettings = { mapping: Object({ skip: [{ column: 'reference', equals: 'Pending' }] }) }
  const january = csv('january.csv', line('a', '2026-01-01') + line('b', '2026-01-02', 'Pending'))
  const february = csv('february.csv', line('c', '2026-02-01', 'Pending') + line('d', '2026-02-02'))

  it('are those of each file, although another has a record at the same line', async () => {
    const { file } = await pack([january, february])
    const { lines, why } = await leftOutLines(modules, { file, settings, pause })
    expect(lines.map((each) => [each.file, each.line])).toEqual([
      ['1-january.csv', 3],
      ['2-february.csv', 2],
    ])
    expect(why).toBe('mapping-or-export')
  })

  it('are told from records that have an attribute `file` of their own', async () => {
    const own = new File(['id,date,amount,currency,file\na,2026-01-01,10,EUR,x\nb,2026-01-02,10,EUR,y\n'], 'own.csv')
    expect(await leftOutLines(modules, { file: own, settings: {}, pause })).toMatchObject({ count: 0 })
  })

  it('of a format without rows are counted, and not listed', async () => {
    const text = '!Type:Memorized\nD1/1/2026\nT5.00\n^\n!Type:Bank\nD31/1/2026\nT10.00\nPRent\n^\n'
    const file = new File([text], 'old.qif')
    const { side } = await readFile(modules, { file, settings: { currency: 'EUR' }, pause })
    if (side?.origin === undefined) throw new Error('The file was refused')
    expect(side.origin.leftOutCount).toBe(1)
    expect(await leftOutLines(modules, { ...side.origin, pause })).toMatchObject({ lines: [], unlistedCount: 1 })
  })
})
