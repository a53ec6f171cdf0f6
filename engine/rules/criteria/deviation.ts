import type { Units } from '../../record/columns.ts'

/** The members of a result line that say by how much two values differ. A difference of 0 is left out. */
export interface Deviation {
  readonly difference?: string
  readonly days?: number
}

export interface DeviationForm {
  readonly member: keyof Deviation
  write(difference: Units, scale: number): Deviation
}
