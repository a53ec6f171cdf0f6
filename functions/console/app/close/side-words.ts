import type { ReconciliationRecord } from '@tallystick/client'
import type { Side } from '@tallystick/engine/record'

/** What accountants call the sides: the statement of somebody else, and their own books. */
export const sideWordsOf = ({
  statement,
}: Pick<ReconciliationRecord, 'statement'>): { readonly [side in Side]: 'statement' | 'books' } =>
  statement === 'source' ? { source: 'statement', target: 'books' } : { source: 'books', target: 'statement' }

/** Both sides, that of the statement first. */
export const sidesOf = ({ statement }: Pick<ReconciliationRecord, 'statement'>): readonly Side[] =>
  statement === 'source' ? ['source', 'target'] : ['target', 'source']

/** `by the statement`, `by your books` */
export const balanceWords = { statement: 'by the statement', books: 'by your books' } as const

/** `of the statement`, `of the books`: of files */
export const fileWords = { statement: 'of the statement', books: 'of the books' } as const

/** `in the books`, `on the statement` */
export const placeWords = { statement: 'on the statement', books: 'in the books' } as const
