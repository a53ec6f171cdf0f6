import { expect, it } from 'vitest'
import { utf8 } from '../../../engine/base/bytes.ts'
import { intakeOf } from './read.ts'

const spellings = [
  'Opening balance',
  'Opening balance:',
  '* closing  BALANCE *',
  'konecny zustatek',
  'KONEČNÝ ZŮSTATEK',
  'Ẃyloty',
  'Ending-Balance',
  'Saldo poczatkowe',
  'Opening balances',
  'Opening balance 2026',
  'Överföring',
  'Начальный остаток',
  '期初余额',
]

it.each(spellings)('a row described as %j is a record or a fault, read by bytes as by objects', (text) => {
  const file = utf8(`id,date,description,amount\n,2026-03-01,${text},10\n,2026-03-02,Coffee,5\n`)
  const [byBytes, byObjects] = [intakeOf(file, {}), intakeOf(file, { isBytewise: false })]
  expect(byBytes.ok ? byBytes.summary : byBytes.faults).toEqual(byObjects.ok ? byObjects.summary : byObjects.faults)
})
