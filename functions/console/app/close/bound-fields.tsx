import type { ReconciliationRecord } from '@tallystick/client'
import { amountTexts } from '../../parts/amount-text.ts'
import { RefusedError } from '../../parts/refused-error.ts'
import { AmountField } from './amount-fields.tsx'
import { amountMinOf } from './chosen-items.ts'

export type Bounds = Pick<ReconciliationRecord, 'materiality' | 'approvalAbove'>

/** The bounds of a currency as they were typed; an empty text is none. */
export type TypedBounds = { readonly [bound in keyof Bounds]: string }

export const noBounds: TypedBounds = { materiality: '', approvalAbove: '' }

interface BoundFieldsProps {
  readonly typed: TypedBounds
  readonly onInput: (typed: TypedBounds) => void
  /** Said where there are fields of several currencies. */
  readonly currency?: string
}

/** What may stay undecided, and what somebody else has to approve. */
export function BoundFields({ typed, onInput, currency }: BoundFieldsProps) {
  const suffix = currency === undefined ? '' : `, ${currency}`
  return (
    <>
      <AmountField
        isOptional
        label={`May stay undecided up to${suffix}`}
        value={typed.materiality}
        onInput={(materiality) => onInput({ ...typed, materiality })}
      />
      <AmountField
        isOptional
        label={`Adjustments need approval above${suffix}`}
        value={typed.approvalAbove}
        onInput={(approvalAbove) => onInput({ ...typed, approvalAbove })}
      />
    </>
  )
}

/**
 * The bounds of all currencies. What stands as it was stored stays so: nobody has typed it, and 1.234 could be read as
 * thousands. Throws `RefusedError`.
 */
export function boundsOf(
  typed: { readonly [currency: string]: TypedBounds },
  stored: Bounds = { materiality: {}, approvalAbove: {} },
): Bounds {
  const given = (bound: keyof Bounds) =>
    Object.fromEntries(
      Object.entries(typed).flatMap(([currency, { [bound]: text }]) => {
        if (text === stored[bound][currency]) return [[currency, text]]
        return text.trim() === '' ? [] : [[currency, boundOf(text)]]
      }),
    )
  return { materiality: given('materiality'), approvalAbove: given('approvalAbove') }
}

function boundOf(text: string): string {
  const amount = amountMinOf(text)
  if (amount === undefined) throw new RefusedError([`Got ${text}, wanted an amount without a sign, such as 5.00`])
  return amount
}

/** `Items of up to 5.00 EUR may stay undecided.`; nothing without bounds. */
export function BoundsText({ materiality, approvalAbove }: Bounds) {
  const [undecided, adjustments] = [amountTexts(materiality), amountTexts(approvalAbove)]
  if (undecided.length + adjustments.length === 0) return null
  return (
    <p class="small soft">
      {undecided.length > 0 && `Items of up to ${undecided.join(' or ')} may stay undecided. `}
      {adjustments.length > 0 && `Adjustments above ${adjustments.join(' or ')} need the approval of somebody else.`}
    </p>
  )
}
