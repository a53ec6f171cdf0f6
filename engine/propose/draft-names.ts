import type { LinkEvidence } from './link-evidence.ts'

/**
 * The name of a field as part of a rule's id: `attributes.orderNo` is `order-no`, `Pièce` is `piece`. Empty without
 * Latin letters and digits.
 */
export const plainName = (field: string): string =>
  field
    .replace(/^attributes\./, '')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')

export const idOf = ({ link: { sourceField, targetField, criteria } }: LinkEvidence): string => {
  const names = [...new Set([plainName(sourceField), plainName(targetField)])].filter((name) => name !== '')
  const suffix = criteria.some(({ op }) => op === 'starts' || op === 'ends') ? '-cut' : ''
  return `${names.join('-').slice(0, 40) || 'key'}${suffix}`
}

/** Units of `10^-scale` as a decimal. */
export function decimalText(units: number, scale: number): string {
  const digits = String(Math.abs(Math.round(units))).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return units < 0 && text !== '0' ? `-${text}` : text
}

/** `part` of `whole` with its percentage, as in `3 of 4 (75 %)`. */
export const ofAll = (part: number, whole: number): string =>
  `${part} of ${whole} (${whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10} %)`
