import { z } from 'zod'

/** Values that several schemas have in common. */

export const count = z.int().min(0)
/** SHA-256 in lower-case hex. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** An exact decimal as text. */
export const decimalText = z.string().meta({ example: '127.5' })
export const ids = z.array(z.string())
export const side = z.enum(['source', 'target'])

const characterCountMax = 200

/** A name that a caller chooses: 1 to 200 characters, which are Unicode code points as in JSON Schema. */
export const nameText = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= characterCountMax, {
    error: ({ input }) => `Got ${[...String(input)].length} characters, wanted at most ${characterCountMax}`,
    params: { code: 'too_big' },
  })
  .meta({ minLength: 1, maxLength: characterCountMax })
