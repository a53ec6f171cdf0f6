import type { JsonValue } from '../../base/canonical.ts'
import { columnsOfMapping, type Mapping } from '../mapping/mapping.ts'
import { adyenMaps } from './adyen.ts'
import { cardMaps } from './cards.ts'
import { datevMaps } from './datev.ts'
import { type ExportMap, namesIn } from './export-map.ts'
import { gocardlessMaps } from './gocardless.ts'
import { memberAt } from './member-path.ts'
import { openBankingMaps } from './openbanking.ts'
import { paypalMaps } from './paypal.ts'
import { plaidMaps } from './plaid.ts'
import { quickbooksMaps } from './quickbooks.ts'
import { revolutMaps } from './revolut.ts'
import { shopifyMaps } from './shopify.ts'
import { squareMaps } from './square.ts'
import { stripeMaps } from './stripe.ts'
import { wiseMaps } from './wise.ts'
import { xeroMaps } from './xero.ts'

/** The known exports; within a kind, those with more specific signs come first. */
export const exportMaps: readonly ExportMap[] = [
  ...stripeMaps,
  ...paypalMaps,
  ...adyenMaps,
  ...shopifyMaps,
  ...squareMaps,
  ...plaidMaps,
  ...gocardlessMaps,
  ...openBankingMaps,
  ...quickbooksMaps,
  ...xeroMaps,
  ...datevMaps,
  ...wiseMaps,
  ...revolutMaps,
  ...cardMaps,
]

export const mapsOf = (format: ExportMap['format'], kind: string | undefined): readonly ExportMap[] =>
  exportMaps.filter((map) => map.format === format && map.kind === kind)

/** The first map of the kind all of whose signs are there. Without a kind, the only unmistakable map. */
function findMap(format: ExportMap['format'], kind: string | undefined, has: (sign: string) => boolean) {
  const isOf = (map: ExportMap): boolean => map.signs.every(has)
  if (kind !== undefined && mapsOf(format, kind).length > 0) return mapsOf(format, kind).find(isOf)
  // Under a kind that has no maps, such as a bank, an export of another kind may be sent.
  const found = exportMaps.filter((map) => map.format === format && map.isUnmistakable === true && isOf(map))
  return found.length === 1 ? found[0] : undefined
}

export function mapOfColumns(columns: readonly string[], kind: string | undefined): ExportMap | undefined {
  const plain = new Set(columns.map(plainColumn))
  return findMap('csv', kind, (sign) => namesIn(sign).some((name) => plain.has(plainColumn(name))))
}

export function mapOfRecord(record: JsonValue, kind: string | undefined): ExportMap | undefined {
  return findMap('json', kind, (sign) => {
    const [paths = '', wanted] = sign.split('=')
    const values = namesIn(paths).map((path) => memberAt(record, path))
    const isWanted = (value: JsonValue | undefined): boolean =>
      wanted === undefined
        ? value !== undefined
        : typeof value === 'string' && wanted.split('|').includes(value.toLowerCase())
    return values.some(isWanted)
  })
}

/** A column's name without case and punctuation, which vary between exports. */
export const plainColumn = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The mapping of an export with the caller's laid over it: where both name a field, the caller's counts. */
export function mergedMapping(fields: Mapping, own: Mapping): Mapping {
  const named = new Set(columnsOfMapping(own))
  const left = Object.entries(fields).filter(
    ([field, value]) => !(field in own) && !columnsOfMapping({ [field]: value }).some((column) => named.has(column)),
  )
  return { ...Object.fromEntries(left), ...own }
}
