/** The memory of the module: what the host writes, the columns that it reads, and the plan of a file. */

export const rowCountMax: u32 = 1024
export const cellCountMax: u32 = 320
export const nameCountMax: u32 = 256
export const attributeCountMax: u32 = 64
export const attributeRoom: u32 = 8192
export const inputByteCount: u32 = 128 * 1024
export const lineRoom: u32 = 512 * 1024
export const nameRoom: u32 = 128 * 1024

/** Bytes of the file. Scans read up to 16 bytes beyond a row. */
export const input: usize = memory.data(128 * 1024 + 64, 16)

/** The cells of a row: addresses, and 1 for the literal `true` or `false`. A blank cell ends where it starts. */
export const cellStarts: usize = memory.data(320 * 4, 16)
export const cellEnds: usize = memory.data(320 * 4, 16)
export const cellLiterals: usize = memory.data(320, 16)
/** The attributes of a row that has an object of them, with the numbers of their names. */
export const nestedNumbers: usize = memory.data(64 * 4, 16)
export const nestedStarts: usize = memory.data(64 * 4, 16)
export const nestedEnds: usize = memory.data(64 * 4, 16)
export const nestedLiterals: usize = memory.data(64, 16)

/** For each name of an attribute: where its member `,"name":` stands, how long it is, and its rank among all names. */
export const nameAddresses: usize = memory.data(256 * 4, 16)
export const nameLengths: usize = memory.data(256 * 4, 16)
export const nameRanks: usize = memory.data(256 * 4, 16)
export const names: usize = memory.data(128 * 1024 + 16, 16)
/** The names of the fields as members, `,"amount":"`. */
export const members: usize = memory.data(512, 16)

/** The records of the batch, a column a field: the value of row r and field f is at f · rowCountMax + r. */
export const textStarts: usize = memory.data(6 * 1024 * 4, 16)
export const textEnds: usize = memory.data(6 * 1024 * 4, 16)
export const idStarts: usize = memory.data(1024 * 4, 16)
export const idEnds: usize = memory.data(1024 * 4, 16)
/** The ids of the batch, one behind the other. */
export const ids: usize = memory.data(1024 * 256 + 16, 16)
export const currencies: usize = memory.data(1024 * 4, 16)
export const coefficients: usize = memory.data(4 * 1024 * 8, 16)
export const scales: usize = memory.data(4 * 1024, 16)
export const days: usize = memory.data(2 * 1024 * 4, 16)
export const rowLines: usize = memory.data(1024 * 4, 16)
/** 1 for a row whose value date stands for its missing date. */
export const dateUses: usize = memory.data(1024, 16)
/** For each row the end of its attributes in the four lists. */
export const attributeStops: usize = memory.data(1024 * 4, 16)
export const attributeNumbers: usize = memory.data(8192 * 4, 16)
export const attributeStarts: usize = memory.data(8192 * 4, 16)
export const attributeEnds: usize = memory.data(8192 * 4, 16)
export const attributeLiterals: usize = memory.data(8192, 16)

/** The canonical lines, each with its newline; for each row the end of its line and the place of its id. */
export const lineBytes: usize = memory.data(512 * 1024 + 64, 16)
export const lineEnds: usize = memory.data(1024 * 4, 16)
export const idPlaces: usize = memory.data(1024 * 4, 16)

/** The plan, in words of 32 bits: the host knows these places by their names. */
export const plan: usize = memory.data(4096 * 4, 16)
export const planWordCount: u32 = 4096

export const columnCount = 0
export const separator = 1
export const isTrimmed = 2
export const idCell = 3
export const currencyCell = 4
/** The currency of records that name none, as three letters in one number; 0 if there is none. */
export const usualCurrency = 5
/** 1 if the usual currency is no code: a record without a currency is not usual. */
export const isCurrencyNeeded = 6
export const usesValueDate = 7
/** The decimal field whose sign is doubted, or -1. */
export const doubtedField = 8
export const isDoubtFlagged = 9
export const hasSigns = 10
/** The lengths of the lists below. */
export const textCount = 11
export const decimalCount = 12
export const dateCount = 13
export const memberCount = 14
export const attributeColumnCount = 15
export const watchCount = 16
/** Text fields, of 2 words: field, cell. */
export const textPlans = 20
/** Decimal fields, of 8 words: field, kind, cell, other cell, decimal sign, group sign, spelling of debits, of credits. */
export const decimalPlans = 32
/** Dates, of 4 words: field, cell, whether YYYY-MM-DD is read, the number of the name of its timestamp. */
export const datePlans = 64
/** Members of a line in their order, of 4 words: kind, field, address and length of `,"name":"`. */
export const memberPlans = 72
/** Columns of attributes in the order of their names, of 2 words: cell, number of the name. */
export const attributeColumns = 192
/** Watched cells of 40 words, see `watch.as`. */
export const watchPlans = 1024
export const watchCountMax: u32 = 64

/** The fee among the decimal fields: a record needs another amount. */
export const feeField = 2

@inline export function planned(word: i32): i32 {
  return load<i32>(plan + 4 * <usize>word)
}

@inline export function isBlank(cell: i32): bool {
  return startOf(cell) == endOf(cell)
}
@inline export function startOf(cell: i32): usize {
  return <usize>load<u32>(cellStarts + 4 * <usize>cell)
}
@inline export function endOf(cell: i32): usize {
  return <usize>load<u32>(cellEnds + 4 * <usize>cell)
}

/** What became of a row. */
export const taken: i32 = 0
/** The general reader has to read the row. */
export const unusual: i32 = 1
/** The host has to answer what a text means; see `answers.as`. */
export const asks: i32 = 2
/** The batch has no room for the row. */
export const full: i32 = 3

export const absentDay: i32 = i32.MIN_VALUE
