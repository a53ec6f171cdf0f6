import type { LinkEvidence } from './link-evidence.ts'

/** Names and figures in the texts of drafts. */

/** An id from the field that says most. */
export const idOf = ({ link: { sourceField, targetField, criteria } }: LinkEvidence): string => {
  const plain = (field: string): string =>
    field
      .replace('attributes.', '')
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  const names = [...new Set([plain(sourceField), plain(targetField)])].filter((name) => name !== '')
  const suffix = criteria.some(({ op }) => op === 'starts' || op === 'ends') ? '-cut' : ''
  return `${names.join('-').slice(0, 40) || 'key'}${suffix}`
}

/** An integer of units as a decimal. */
export function decimalText(units: number, scale: number): string {
  const digits = String(Math.abs(Math.round(units))).padStart(scale + 1, '0')
  const text = `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
  return units < 0 && text !== '0' ? `-${text}` : text
}
