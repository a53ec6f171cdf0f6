import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import type { Chance } from './chance.ts'
import type { Draft } from './draft.ts'
import { type Business, foldAccents, legalWords } from './names.ts'

/** What two systems know of the business on the other side of a payment. */
export interface CounterpartyLayout {
  readonly name: string
  readonly source: (business: Business) => Draft
  readonly target: (business: Business) => Draft
  readonly criterion: CriterionInput
}

const field = 'counterparty'
const named = (write: (business: Business) => string) => (business: Business) => ({ [field]: write(business) })
const nameOf = ({ name }: Business): string => name

/** Draws how both sides write names, or numbers in their place. */
export const counterpartyLayoutOf = (chance: Chance): CounterpartyLayout =>
  chance.of([...namesAlike, ...namesCut(chance.pick([18, 22, 27])), ...numbers])

const namesAlike: readonly CounterpartyLayout[] = [
  { name: 'equal names', source: named(nameOf), target: named(nameOf), criterion: { field } },
  {
    name: 'upper names',
    source: named(nameOf),
    target: named(({ name }) => name.toUpperCase()),
    criterion: { field, normalize: ['upper'] },
  },
  {
    name: 'names without accents',
    source: named(nameOf),
    target: named(({ name }) => foldAccents(name).toUpperCase()),
    criterion: { field, normalize: ['upper', 'fold-accents'] },
  },
]

const namesCut = (length: number): readonly CounterpartyLayout[] => [
  {
    name: 'names without legal forms',
    source: named(nameOf),
    target: named(({ bare }) => bare),
    criterion: { field, normalize: ['upper', { strip: legalWords }] },
  },
  {
    name: `names cut to ${length}`,
    source: named(nameOf),
    target: named(({ name }) => name.toUpperCase().slice(0, length).trim()),
    criterion: { field, op: 'starts', min: 8, normalize: ['upper'] },
  },
]

const ibanOf = ({ number }: Business): string => `DE89370400440${number.padStart(9, '0')}`

const numbers: readonly CounterpartyLayout[] = [
  {
    name: 'customer number beside the name of one side',
    source: ({ name, number }) => ({ [field]: name, account: number }),
    target: ({ number }) => ({ 'attributes.customerNo': `K${number}` }),
    criterion: { sourceField: 'account', targetField: 'attributes.customerNo', normalize: ['digits'] },
  },
  {
    name: 'account numbers',
    source: (business) => ({ [field]: business.name, 'attributes.iban': ibanOf(business) }),
    target: (business) => ({
      [field]: business.bare.toUpperCase(),
      'attributes.counterpartyIban': ibanOf(business).replace(/.{4}/g, '$& ').trim(),
    }),
    criterion: {
      sourceField: 'attributes.iban',
      targetField: 'attributes.counterpartyIban',
      normalize: ['alphanumeric'],
    },
  },
]
