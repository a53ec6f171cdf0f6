import { absentDay } from './layout'

/** Reads and writes decimals and dates in bytes. */

const minus: u32 = 0x2d
const point: u8 = 0x2e
const zero: u32 = 0x30
const dash: u8 = 0x2d

const digitCountMax: i32 = 15
const scaleMax: i32 = 12

/** The decimal read last is `coefficient / 10^scale`, in lowest terms. */
export let coefficient: i64 = 0
export let scale: i32 = 0

/**
 * Reads `-?digits(sign digits)?`, with groups of three before the sign. False for other spellings, and for more digits
 * than a float64 holds. A sign or group of 256, which no byte has, stands for none.
 */
export function readDecimal(start: usize, end: usize, sign: u32, group: u32): bool {
  const isNegative = <u32>load<u8>(start) == minus
  const first = isNegative ? start + 1 : start
  let value: i64 = 0
  let fraction: i32 = 0
  let digitCount: i32 = 0
  let signAt = end
  let groupStart = first
  for (let place = first; place < end; place++) {
    const byte = <u32>load<u8>(place)
    const digit = byte - zero
    if (digit <= 9) {
      if (++digitCount > digitCountMax) return false
      value = 10 * value + digit
      if (signAt < end) fraction++
      continue
    }
    const length = place - groupStart
    if (signAt < end || place + 1 == end || length == 0 || (groupStart > first && length != 3)) return false
    if (byte == sign) signAt = place
    else if (byte == group && length <= 3) groupStart = place + 1
    else return false
  }
  if (digitCount == 0 || (signAt == end && groupStart > first && end - groupStart != 3)) return false
  while (fraction > 0 && value % 10 == 0) {
    value /= 10
    fraction--
  }
  if (fraction > scaleMax) return false
  coefficient = isNegative ? -value : value
  scale = fraction
  return true
}

/** Writes a decimal in lowest terms, and returns the address behind it. */
export function writeDecimal(to: usize, value: i64, scale: i32): usize {
  let rest: u64 = value < 0 ? -value : value
  if (value < 0) store<u8>(to++, <u8>minus)
  let digitCount = scale + 1
  for (let power = powerOfTen(digitCount); digitCount <= digitCountMax && rest >= power; power *= 10) digitCount++
  let place = to + digitCount + <usize>(scale > 0)
  const end = place
  for (let index = 0; index < digitCount; index++) {
    if (index == scale && scale > 0) store<u8>(--place, point)
    const tenth = rest <= u32.MAX_VALUE ? <u64>(<u32>rest / 10) : rest / 10
    store<u8>(--place, <u8>(zero + <u32>(rest - 10 * tenth)))
    rest = tenth
  }
  return end
}

function powerOfTen(exponent: i32): u64 {
  let power: u64 = 1
  for (let index = 0; index < exponent; index++) power *= 10
  return power
}

/** The day number of `YYYY-MM-DD`, or `absentDay` for ten other bytes. */
export function readIsoDay(start: usize): i32 {
  if (load<u8>(start, 4) != dash || load<u8>(start, 7) != dash) return absentDay
  const year = 100 * twoDigits(start) + twoDigits(start + 2)
  const month = twoDigits(start + 5)
  const day = twoDigits(start + 8)
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return absentDay
  const shifted = month > 2 ? year : year - 1
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
}

function daysIn(year: i32, month: i32): i32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
}

/** Negative for other characters, far enough that no year, month or day results. */
@inline function twoDigits(start: usize): i32 {
  const tens = <u32>load<u8>(start) - zero
  const ones = <u32>load<u8>(start, 1) - zero
  return tens <= 9 && ones <= 9 ? <i32>(10 * tens + ones) : -10_000
}

/** Writes a day as `YYYY-MM-DD`; the inverse of `readIsoDay`. */
export function writeDay(to: usize, day: i32): void {
  const shifted = day + 719_468
  const era = shifted / 146_097
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  const fromMarch = (5 * dayOfYear + 2) / 153
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + i32(month <= 2)
  writeTwo(to, year / 100)
  writeTwo(to + 2, year % 100)
  store<u8>(to, dash, 4)
  writeTwo(to + 5, month)
  store<u8>(to, dash, 7)
  writeTwo(to + 8, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
}

@inline function writeTwo(to: usize, value: i32): void {
  store<u8>(to, <u8>(zero + value / 10))
  store<u8>(to, <u8>(zero + value % 10), 1)
}

const fractionDigitCountMax: usize = 9

/** Whether a time of day follows a date: `T12:34`, ` 12:34:56`, `T12:34:56.789Z`. */
export function isTimeOfDay(start: usize, end: usize): bool {
  let place = start + 6
  const first = <u32>load<u8>(start)
  if (place > end || (first != 0x54 && first != 0x20) || load<u8>(start, 3) != 0x3a) return false
  if (!isBelow(start + 1, 25) || !isBelow(start + 4, 60)) return false
  if (place + 3 <= end && load<u8>(place) == 0x3a) {
    if (!isBelow(place + 1, 61)) return false
    place += 3
    if (place < end && load<u8>(place) == point) {
      const digits = ++place
      while (place < end && <u32>load<u8>(place) - zero <= 9) place++
      if (place == digits || place - digits > fractionDigitCountMax) return false
    }
  }
  return place == end || (place + 1 == end && load<u8>(place) == 0x5a)
}

@inline function isBelow(start: usize, bound: i32): bool {
  const value = twoDigits(start)
  return value >= 0 && value < bound
}
