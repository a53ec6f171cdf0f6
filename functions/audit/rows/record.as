import { answerOf, noAnswer, unknown } from './answers'
import { addAttribute, beginAttributes, last, readAttributes } from './attributes'
import {
  absentDay,
  asks,
  attributeStops,
  coefficients,
  currencies,
  currencyCell,
  dateCount,
  datePlans,
  dateUses,
  days,
  decimalCount,
  decimalPlans,
  doubtedField,
  endOf,
  feeField,
  full,
  hasSigns,
  idCell,
  idEnds,
  ids,
  idStarts,
  isBlank,
  isCurrencyNeeded,
  isDoubtFlagged,
  isTrimmed,
  planned,
  rowCountMax,
  scales,
  startOf,
  taken,
  textCount,
  textEnds,
  textPlans,
  textStarts,
  unusual,
  usesValueDate,
  usualCurrency,
} from './layout'
import { coefficient, isTimeOfDay, readDecimal, readIsoDay, scale } from './values'
import { movement, movesAside, movesBack, movesNone, readWatches } from './watch'

/** Reads the fields of a row of cells into the columns of the batch. */

/** Questions beyond those of the watches: what a flag of a decimal field means, and which day a date is. */
const flagQuestion = 100
const dayQuestion = 110

const idByteCountMax: usize = 256
const isoByteCount: usize = 10

/** The bytes of the texts of the row, attributes without. */
export let textByteCount: usize = 0

export function readRecord(row: u32, nestedCount: u32): i32 {
  if (!beginAttributes(row == 0 ? 0 : load<u32>(attributeStops + 4 * (row - 1)))) return full
  const watched = readWatches(false)
  if (watched != taken) return watched
  if (!readTexts(row) || !readCurrency(row)) return unusual
  const decimals = readDecimals(row)
  if (decimals != taken) return decimals
  if (!readAttributes(nestedCount)) return unusual
  const doubts = planned(doubtedField) < 0 ? taken : readDoubts(row)
  if (doubts != taken) return doubts
  if (planned(usesValueDate) != 0) store<i32>(column(days, 0, row), absentDay)
  const dates = readDates(row)
  if (planned(usesValueDate) != 0) completeDate(row)
  store<u32>(attributeStops + 4 * row, last)
  return dates
}

@inline function column(list: usize, field: i32, row: u32): usize {
  return list + 4 * (rowCountMax * <u32>field + row)
}

function readTexts(row: u32): bool {
  textByteCount = 0
  const count = planned(textCount)
  for (let index = 0; index < count; index++) {
    const field = planned(textPlans + 2 * index)
    const start = startOf(planned(textPlans + 2 * index + 1))
    const end = endOf(planned(textPlans + 2 * index + 1))
    store<u32>(column(textStarts, field, row), start)
    store<u32>(column(textEnds, field, row), end)
    textByteCount += end - start
  }
  return readId(row)
}

/** Copies the id behind those of the batch, so that they are hashed and stored together. */
function readId(row: u32): bool {
  const cell = planned(idCell)
  const to = row == 0 ? ids : <usize>load<u32>(idEnds + 4 * (row - 1))
  const length = cell < 0 ? <usize>0 : endOf(cell) - startOf(cell)
  if (length > idByteCountMax) return false
  for (let index: usize = 0; index < length; index += 16) v128.store(to + index, v128.load(startOf(cell) + index))
  store<u32>(idStarts + 4 * row, to)
  store<u32>(idEnds + 4 * row, to + length)
  textByteCount += length
  return true
}

function readCurrency(row: u32): bool {
  const cell = planned(currencyCell)
  const place = currencies + 4 * row
  if (cell < 0 || isBlank(cell)) {
    store<i32>(place, planned(usualCurrency))
    return planned(isCurrencyNeeded) == 0
  }
  if (endOf(cell) - startOf(cell) != 3) return false
  let code: u32 = 0
  for (let index: usize = 0; index < 3; index++) {
    const byte = <u32>load<u8>(startOf(cell) + index)
    const upper = planned(isTrimmed) != 0 && byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte
    if (upper < 0x41 || upper > 0x5a) return false
    code = (code << 8) | upper
  }
  store<u32>(place, code)
  return true
}

/** The kinds of decimal fields, as the host names them in the plan; 0 for a field that no column has. */
const negated = 2
const flagged = 3
const ofSides = 4

function readDecimals(row: u32): i32 {
  let hasAmount = false
  const count = planned(decimalCount)
  for (let index = 0; index < count; index++) {
    const own = decimalPlans + 8 * index
    const field = planned(own)
    const status = planned(own + 1) == ofSides ? readSides(own) : readSingle(own)
    if (status != taken) return status
    store<f64>(coefficients + 8 * (rowCountMax * <u32>field + row), isAbsent ? NaN : <f64>value)
    store<u8>(scales + rowCountMax * <u32>field + row, <u8>valueScale)
    if (!isAbsent && field != feeField) hasAmount = true
  }
  return hasAmount ? taken : unusual
}

let isAbsent: bool = false
let value: i64 = 0
let valueScale: i32 = 0

function readCell(own: i32, cell: i32): bool {
  value = 0
  valueScale = 0
  isAbsent = isBlank(cell)
  if (isAbsent) return true
  if (!readDecimal(startOf(cell), endOf(cell), planned(own + 4), planned(own + 5))) return false
  value = coefficient
  valueScale = scale
  return true
}

function readSingle(own: i32): i32 {
  const kind = planned(own + 1)
  if (!readCell(own, planned(own + 2))) return unusual
  if (kind == negated) value = -value
  if (kind != flagged || isAbsent) return taken
  const flag = planned(own + 3)
  const answer = answerOf(flagQuestion + planned(own), startOf(flag), endOf(flag))
  if (answer == unknown) return asks
  if (answer == 1) return turnDebit(own) ? taken : unusual
  return answer == 0 ? taken : unusual
}

/** A debit column and a credit column. */
function readSides(own: i32): i32 {
  const credit = planned(own + 3)
  if (!readCell(own, planned(own + 2))) return unusual
  if (isBlank(credit)) return turnDebit(own) ? taken : unusual
  const debit = value
  const debitScale = valueScale
  const isDebitAbsent = isAbsent
  if (!readCell(own, credit)) return unusual
  if (value != 0 && (value < 0 || planned(own + 7) != 0)) return unusual
  if (isDebitAbsent || debit == 0) return taken
  if (value != 0) return unusual
  value = debit
  valueScale = debitScale
  return turnDebit(own) ? taken : unusual
}

/** Makes a debit negative. False while it is not known whether debits have a minus, and for one unlike the others. */
function turnDebit(own: i32): bool {
  if (value == 0) return true
  if (planned(own + 6) != i32(value < 0)) return false
  value = value < 0 ? value : -value
  return true
}

/** A row is unusual if its words say that its amount may lack a sign, or if it shows that amounts have signs. */
function readDoubts(row: u32): i32 {
  const amount = load<f64>(coefficients + 8 * (rowCountMax * <u32>planned(doubtedField) + row))
  if (!(amount < 0) && !(amount > 0)) return taken
  const status = readWatches(true)
  if (status != taken) return status
  if ((movement & movesNone) != 0) return unusual
  if (planned(hasSigns) != 0) return taken
  const isBack = (movement & movesBack) != 0
  if (amount > 0) return isBack ? unusual : taken
  return (isBack && planned(isDoubtFlagged) != 0) || (movement & movesAside) != 0 ? taken : unusual
}

function readDates(row: u32): i32 {
  const count = planned(dateCount)
  for (let index = 0; index < count; index++) {
    const own = datePlans + 4 * index
    const place = column(days, planned(own), row)
    const cell = planned(own + 1)
    store<i32>(place, absentDay)
    if (isBlank(cell)) continue
    const start = startOf(cell)
    const end = endOf(cell)
    const isoDay = planned(own + 2) != 0 && end - start >= isoByteCount ? readIsoDay(start) : absentDay
    if (isoDay != absentDay && end == start + isoByteCount) store<i32>(place, isoDay)
    else if (isoDay != absentDay && isTimeOfDay(start + isoByteCount, end)) {
      store<i32>(place, isoDay)
      const name = planned(own + 3)
      if (name < 0 || !addAttribute(name, start, end, 0)) return unusual
    } else {
      const day = answerOf(dayQuestion + planned(own), start, end)
      if (day == unknown) return asks
      if (day == noAnswer) return unusual
      store<i32>(place, day)
    }
  }
  return taken
}

/** Lets the value date stand for a missing date, where the plan says so. */
function completeDate(row: u32): void {
  const date = column(days, 0, row)
  const valueDate = load<i32>(column(days, 1, row))
  const isUsed = load<i32>(date) == absentDay && valueDate != absentDay
  if (isUsed) store<i32>(date, valueDate)
  store<u8>(dateUses + row, u8(isUsed))
}
