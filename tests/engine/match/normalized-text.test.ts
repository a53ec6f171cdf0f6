import { describe, expect, it } from 'vitest'
import type { NormalizeStep } from '../../../engine/rules/language/language.ts'
import { matchOf, meets } from '../support/brief.ts'

const met = (steps: readonly NormalizeStep[], left: string, right: string) =>
  meets({ reference: left }, { reference: right }, { match: [{ field: 'reference', normalize: steps }] })

describe('two texts meet after', () => {
  it.each<[string, readonly NormalizeStep[], string, string]>([
    ['trim', ['trim'], ' INV 7 ', 'INV 7'],
    ['collapse-space', ['collapse-space'], 'INV  \t 7', 'INV 7'],
    ['upper', ['upper'], 'straße', 'STRASSE'],
    ['fold-accents', ['fold-accents'], 'Müller é', 'Muller e'],
    ['fold-accents of both spellings', ['fold-accents'], 'e\u0301', '\u00e9'],
    ['nfkc', ['nfkc'], 'ＩＮＶ①', 'INV1'],
    ['alphanumeric', ['alphanumeric'], 'INV-7/ä', 'INV7ä'],
    ['digits', ['digits'], 'INV-2026/7', '20267'],
    ['strip-leading-zeros of every run', ['strip-leading-zeros'], 'A007-0010-000', 'A7-10-0'],
    ['sort-tokens', ['sort-tokens'], 'GMBH ACME  7', '7 ACME GMBH'],
    ['strip of a word', [{ strip: ['GMBH'] }], 'ACME  GMBH 7', 'ACME 7'],
    ['strip of adjacent words', [{ strip: ['CARD PAYMENT'] }], 'CARD  PAYMENT ACME', 'ACME'],
    ['strip of the longest phrase first', [{ strip: ['CARD', 'CARD PAYMENT'] }], 'CARD PAYMENT ACME', 'ACME'],
    ['extract by a mask', [{ extract: 'INV-######' }], 'PAID INV-000123 OK', 'INV-000123'],
    ['extract of letters', [{ extract: '@@##' }], '1 AB12 2', 'AB12'],
    ['extract of any character', [{ extract: '#?#' }], 'x 1/2 x', '1/2'],
    ['extract past a stretch that runs on', [{ extract: '####' }], '12345 6789', '6789'],
    ['several steps in order', ['upper', 'alphanumeric', 'strip-leading-zeros'], 'inv-007', 'INV7'],
  ])('%s', (_what, steps, left, right) => {
    expect(met(steps, left, right)).toBe(true)
    expect(met([], left, right)).toBe(false)
  })
})

describe('two texts stay apart', () => {
  it.each<[string, readonly NormalizeStep[], string, string]>([
    ['when trim meets space inside', ['trim'], 'INV 7', 'INV7'],
    ['when upper meets punctuation', ['upper'], 'inv-7', 'INV7'],
    ['when strip meets a part of a word', [{ strip: ['AG'] }], 'AGENTUR', 'ENTUR'],
    ['when strip meets words that are not adjacent', [{ strip: ['CARD PAYMENT'] }], 'CARD X PAYMENT', 'X'],
    ['when a further digit touches the mask', [{ extract: 'INV-######' }], 'INV-0001234', 'INV-000123'],
    ['when a further letter touches the mask', [{ extract: '@@##' }], 'XAB12', 'AB12'],
    ['when the mask fits nothing', [{ extract: '####' }], 'none', 'nothing'],
    ['when zeros inside a number are no leading ones', ['strip-leading-zeros'], '1007', '17'],
  ])('%s', (_why, steps, left, right) => {
    expect(met(steps, left, right)).toBe(false)
  })
})

it('applies the steps in the order they are written', () => {
  expect(met([{ strip: ['gmbh'] }, 'upper'], 'Acme gmbh', 'ACME')).toBe(true)
  expect(met(['upper', { strip: ['gmbh'] }], 'Acme gmbh', 'ACME')).toBe(false)
})

it('shows the original values, never the normalised ones', () => {
  const line = matchOf({
    source: [{ id: 's1', reference: 'inv-007' }],
    target: [{ id: 't1', reference: 'INV 7' }],
    rules: [{ match: [{ field: 'reference', normalize: ['upper', 'alphanumeric', 'strip-leading-zeros'] }] }],
  })
  expect(line.differ).toEqual({ reference: ['inv-007', 'INV 7'] })
})
