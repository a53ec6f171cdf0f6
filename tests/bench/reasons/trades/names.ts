import type { CriterionInput } from '../../../../engine/rules/language/written-form.ts'
import { foldAccents, legalWords } from '../../../engine/propose/pairs/names.ts'

/** Steps after which names are equal that the books and a bank write differently. */
export const nameSteps: NonNullable<CriterionInput['normalize']> = ['upper', 'fold-accents', { strip: legalWords }]

/** A name as a bank writes it: in capitals, without accents. */
export const shouted = (name: string): string => foldAccents(name).toUpperCase()
