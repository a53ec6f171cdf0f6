import {
  attributeColumnCount,
  attributeColumns,
  attributeCountMax,
  attributeEnds,
  attributeLiterals,
  attributeNumbers,
  attributeRoom,
  attributeStarts,
  cellLiterals,
  endOf,
  isBlank,
  nameRanks,
  nestedEnds,
  nestedLiterals,
  nestedNumbers,
  nestedStarts,
  planned,
  startOf,
} from './layout'

/** The attributes of the row that is being read: places in the four lists, sorted by name. */

export let first: u32 = 0
export let last: u32 = 0

/** Begins a row behind the attributes of the row before. False if there may be no room. */
export function beginAttributes(from: u32): bool {
  first = from
  last = from
  return from + attributeCountMax <= attributeRoom
}

/** Adds an attribute in its place; false if there are too many, or if the name is there already. */
export function addAttribute(number: i32, start: usize, end: usize, literal: u8): bool {
  if (last - first == attributeCountMax) return false
  const rank = load<u32>(nameRanks + 4 * number)
  let place = last
  for (; place > first; place--) {
    const before = load<i32>(attributeNumbers + 4 * (place - 1))
    if (before == number) return false
    if (load<u32>(nameRanks + 4 * before) < rank) break
    store<i32>(attributeNumbers + 4 * place, before)
    store<u32>(attributeStarts + 4 * place, load<u32>(attributeStarts + 4 * (place - 1)))
    store<u32>(attributeEnds + 4 * place, load<u32>(attributeEnds + 4 * (place - 1)))
    store<u8>(attributeLiterals + place, load<u8>(attributeLiterals + place - 1))
  }
  store<i32>(attributeNumbers + 4 * place, number)
  store<u32>(attributeStarts + 4 * place, start)
  store<u32>(attributeEnds + 4 * place, end)
  store<u8>(attributeLiterals + place, literal)
  last++
  return true
}

/** Adds the attributes of the row's object, then those of its columns. */
export function readAttributes(nestedCount: u32): bool {
  for (let index: u32 = 0; index < nestedCount; index++) {
    const start = <usize>load<u32>(nestedStarts + 4 * index)
    const end = <usize>load<u32>(nestedEnds + 4 * index)
    if (!addAttribute(load<i32>(nestedNumbers + 4 * index), start, end, load<u8>(nestedLiterals + index))) return false
  }
  const columnCount = planned(attributeColumnCount)
  for (let index = 0; index < columnCount; index++) {
    const cell = planned(attributeColumns + 2 * index)
    if (isBlank(cell)) continue
    const number = planned(attributeColumns + 2 * index + 1)
    if (!addAttribute(number, startOf(cell), endOf(cell), load<u8>(cellLiterals + cell))) return false
  }
  return true
}

/** The place of an attribute of the row in the lists; -1 if the row lacks it. */
export function placeOfAttribute(number: i32): i32 {
  for (let place = first; place < last; place++) {
    if (load<i32>(attributeNumbers + 4 * place) == number) return place
  }
  return -1
}
