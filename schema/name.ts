import { z } from '@hono/zod-openapi'

const characterCountMax = 200

/** What a caller calls a thing: 1 to 200 characters, counted as JSON Schema does, by Unicode code points. */
export const nameText = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= characterCountMax, {
    error: ({ input }) => `Got ${[...String(input)].length} characters, wanted at most ${characterCountMax}`,
    params: { code: 'too_big' },
  })
  .openapi({ minLength: 1, maxLength: characterCountMax })
