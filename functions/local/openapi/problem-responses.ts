import { isProblemCode, problemDescriptions, problems } from '@tallystick/schema/problem-table'
import type { Operation } from './nodes.ts'

const mediaType = 'application/problem+json'

/** Describes the problems of the operation: the codes of each status, and an example of the first code. */
export function writeOutProblems({ responses }: Operation): void {
  for (const answer of Object.values(responses)) {
    const media = answer.content?.[mediaType]
    if (media === undefined) continue
    const { 'x-codes': codes = [] } = media
    const known = codes.filter(isProblemCode)
    const [first] = known
    answer.description = known.map((code) => `\`${code}\` (${problems[code].title})`).join(', ')
    answer.content = {
      [mediaType]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            {
              type: 'object',
              properties: {
                code: { type: 'string', enum: known, description: 'The problems that this answer may be' },
              },
              required: ['code'],
            },
          ],
        },
        ...(first !== undefined && { example: exampleOf(first) }),
      },
    }
  }
}

const exampleOf = (code: keyof typeof problems) => ({
  type: `https://api.example.com/problems/${code}`,
  title: problems[code].title,
  status: problems[code].status,
  detail: problemDescriptions[code],
  instance: '/api/v1/runs',
  code,
  requestId: 'req_01kabcdefghjkmnpqrstvwxyz0',
})
