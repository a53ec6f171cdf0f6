import { byteAt, int32At } from '../../base/at.ts'
import type { AttributeNames } from '../../record/attribute-names.ts'
import type { Cells } from './cells.ts'
import type { RowModule } from './row-module.ts'

/** Copies rows whose cells have been found into the module, one behind the other, with the places of the cells. */
interface CellPlaces {
  /** Copies a row over the one before, unless that was kept. False if there is no room. */
  put(cells: Cells): boolean
  keep(): void
  clear(): void
}

export function createCellPlaces(module: RowModule): CellPlaces {
  const input = module.number('input')
  const limit = input + module.number('inputByteCount')
  const cellCountMax = module.number('cellCountMax')
  const [starts, ends] = [module.words('cellStarts', cellCountMax), module.words('cellEnds', cellCountMax)]
  const literals = new Uint8Array(module.view.buffer, module.number('cellLiterals'), cellCountMax)
  const putNested = createNestedPlaces(module)
  let [first, last] = [input, input]
  const copy = (bytes: Uint8Array): boolean => {
    if (last + bytes.length > limit) return false
    module.bytes.set(bytes, last)
    last += bytes.length
    return true
  }
  return {
    put(cells) {
      const { bytes, start: rowStart, byteCount } = cells
      last = first
      if (!copy(bytes.subarray(rowStart, rowStart + byteCount))) return false
      for (let index = 0; index < cells.starts.length; index++) {
        const [start, end] = [int32At(cells.starts, index), int32At(cells.ends, index)]
        // In QIF an account stands above its entries, not in the row.
        const isOutside = start < end && start < rowStart
        const place = isOutside ? last : first + start - rowStart
        if (isOutside && !copy(bytes.subarray(start, end))) return false
        starts[index] = place
        ends[index] = place + end - start
        literals[index] = byteAt(cells.literals, index)
      }
      putNested(cells, first - rowStart)
      return true
    },
    keep() {
      first = last
    },
    clear() {
      first = input
    },
  }
}

function createNestedPlaces(module: RowModule): (cells: Cells, shift: number) => void {
  const attributeCountMax = module.number('attributeCountMax')
  const [numbers, starts, ends] = ['nestedNumbers', 'nestedStarts', 'nestedEnds'].map((name) =>
    module.words(name, attributeCountMax),
  )
  const literals = new Uint8Array(module.view.buffer, module.number('nestedLiterals'), attributeCountMax)
  if (numbers === undefined || starts === undefined || ends === undefined) throw new Error('The module has no lists')
  return ({ nested }, shift) => {
    for (let index = 0; index < nested.count; index++) {
      numbers[index] = int32At(nested.numbers, index)
      starts[index] = int32At(nested.starts, index) + shift
      ends[index] = int32At(nested.ends, index) + shift
      literals[index] = byteAt(nested.literals, index)
    }
  }
}

/** Returns a function that tells the module new names of attributes; false once there is no room for them. */
export function createNameTable(module: RowModule, names: AttributeNames): () => boolean {
  const nameCountMax = module.number('nameCountMax')
  const [addresses, lengths] = [module.words('nameAddresses', nameCountMax), module.words('nameLengths', nameCountMax)]
  const ranks = module.words('nameRanks', nameCountMax)
  const limit = module.number('names') + module.number('nameRoom')
  let [known, address] = [0, module.number('names')]
  return () => {
    if (known === names.count()) return true
    for (; known < names.count(); known++) {
      const { view, end } = names.memberAt(known)
      if (address + end > limit) return false
      module.bytes.set(new Uint8Array(view.buffer, view.byteOffset, end), address)
      addresses[known] = address
      lengths[known] = end
      address += end
    }
    // A new name moves the ranks of others.
    for (let number = 0; number < known; number++) ranks[number] = names.rankAt(number)
    return true
  }
}
