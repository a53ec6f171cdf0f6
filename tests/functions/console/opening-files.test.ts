import { expect, it } from 'vitest'
import {
  currencyMember,
  firstSettings,
  noOpeningFiles,
  type OpeningFileState,
  readOpeningFile,
  whyNotKept,
} from '../../../functions/console/app/close/opening-files.ts'
import { createEngineSession } from '../../../functions/console/engine-worker/engine-session.ts'
import type { ReadSide, SideReading } from '../../../functions/console/engine-worker/engine-types.ts'
import { firstCurrency } from '../../../functions/console/parts/amount-text.ts'
import { openRows } from '../../engine/support/open-rows.ts'
import { sha256 } from '../../engine/support/sha256.ts'

const session = createEngineSession({ sha256, openRows })
const readAs = (chosen: ReadSide) => session.readAs({ place: 'on the statement alone', ...chosen })

const chosenOf = (text: string): ReadSide => ({ file: new File([text], 'old.csv'), settings: { currency: 'EUR' } })
const sound = chosenOf('Date,Amount,Text\n2026-04-30,10.00,Rent\n')

const stateOf = (chosen: ReadSide, ask: (asked: ReadSide) => Promise<SideReading | undefined> = readAs) =>
  new Promise<OpeningFileState>((onState) => readOpeningFile({ chosen, ask, onState }))

it('keeps an opening only while no file is being read or is refused', async () => {
  const kept = async (state: OpeningFileState) => whyNotKept({ ...noOpeningFiles, target: state })
  expect(whyNotKept(noOpeningFiles)).toBeUndefined()
  expect(await kept({ kind: 'reading', chosen: sound })).toMatch('still being read')
  expect(await kept(await stateOf(sound))).toBeUndefined()
  expect(await kept(await stateOf(chosenOf('Date,Amount,Text\n2026-02-30,10.00,Odd\n')))).toMatch('cannot be read')
  const unreadable = async () => {
    throw new DOMException('gone', 'NotReadableError')
  }
  expect(await kept(await stateOf(sound, unreadable))).toMatch('cannot be read')
})

it('drops the answer about a file that was removed while it was read', async () => {
  const told: OpeningFileState[] = []
  const answer = Promise.withResolvers<SideReading | undefined>()
  const stop = readOpeningFile({ chosen: sound, ask: () => answer.promise, onState: (state) => told.push(state) })
  stop()
  answer.resolve(await readAs(sound))
  await answer.promise
  await Promise.resolve()
  expect(told).toEqual([])
})

it('reads a file at first by the columns and currency of its side', async () => {
  const mapping = { date: 'Am', amount: 'Wieviel' }
  const settings = firstSettings({ adapter: 'bank:may', mapping, currency: 'CHF' })
  const file = new File(['Nr,Am,Wieviel\n1,2026-04-30,10.00\n'], 'old.csv')
  expect(await readAs({ file, settings })).toMatchObject({ ok: true, preview: { summary: { totals: { CHF: '10' } } } })
  expect(firstSettings({ adapter: 'bank:may', mapping: null, currency: null })).toEqual({})
})

it('takes XXX for no currency', () => {
  expect(firstCurrency({ XXX: '5', EUR: '3' })).toBe('EUR')
  expect(firstCurrency({ XXX: '5' })).toBeUndefined()
  expect(currencyMember('XXX')).toEqual({})
  expect(currencyMember('EUR')).toEqual({ currency: 'EUR' })
})
