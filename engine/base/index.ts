export { at, byteAt, numberAt, uint32At } from './at.ts'
export { fromBase64, toBase64 } from './base64.ts'
export { compareUtf8, fromHex, fromUtf8, joinBytes, textOf, toHex, utf8 } from './bytes.ts'
export { canonicalize, type JsonValue } from './canonical.ts'
export { exponentOf, isCurrencyCode, noCurrency } from './currency.ts'
export { formatDate, parseDate } from './date.ts'
export {
  absolute,
  addDecimals,
  canonicalDecimal,
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimals,
  zero,
} from './decimal.ts'
export { derTags, derValuesIn, derValuesOf, formatDer, formatDerInteger } from './der.ts'
export { hashOfKey } from './hash-of-key.ts'
export { type BatchSha256, type Messages, oneByOne, type Sha256 } from './hasher.ts'
export { createIntList } from './int-list.ts'
export { parseJson } from './json.ts'
export { type JsonBody, openJsonBody } from './json-body.ts'
export { pointerPart } from './json-pointer.ts'
export type { JsonFault } from './json-reader.ts'
export { isHash, isObject, type JsonObject, parseLine } from './json-shape.ts'
export { linesOf } from './line-splitter.ts'
export { type ModuleExports, readExports } from './module-exports.ts'
export { nearestHint, nearestName, nearestNames } from './nearest-name.ts'
export type { Parsed } from './parsed.ts'
export { computeWithPauses, createPace, finish, type Slices } from './slices.ts'
export { engineVersion } from './version.ts'
export {
  appendByte,
  appendBytes,
  appendNumber,
  appendString,
  createWordBuffer,
  type WordBuffer,
} from './word-buffer.ts'
