import type { CriterionInput } from '../../../../engine/index.ts'
import type { Chance } from './chance.ts'
import { type Business, foldAccents, legalWords } from './names.ts'

/** How two systems write the name of one business. */
export interface CounterpartyLayout {
  readonly name: string
  readonly source: (business: Business) => string
  readonly target: (business: Business) => string
  readonly criterion: CriterionInput
}

/** Draws how both sides write names. */
export const counterpartyLayoutOf = (chance: Chance): CounterpartyLayout =>
  chance.pick<CounterpartyLayout>([
    {
      name: 'equal names',
      source: ({ name }) => name,
      target: ({ name }) => name,
      criterion: { field: 'counterparty' },
    },
    {
      name: 'upper names',
      source: ({ name }) => name,
      target: ({ name }) => name.toUpperCase(),
      criterion: { field: 'counterparty', normalize: ['upper'] },
    },
    {
      name: 'names without accents',
      source: ({ name }) => name,
      target: ({ name }) => foldAccents(name).toUpperCase(),
      criterion: { field: 'counterparty', normalize: ['upper', 'fold-accents'] },
    },
    {
      name: 'names without legal forms',
      source: ({ name }) => name,
      target: ({ bare }) => bare,
      criterion: { field: 'counterparty', normalize: ['upper', { strip: legalWords }] },
    },
  ])
