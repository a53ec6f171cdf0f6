/** Orval writes one function an operation, for the media types that it is told: JSON here. */
const contentType = { include: ['application/json', 'application/problem+json'] }

export default {
  tallystick: {
    input: process.env.OPENAPI_DOCUMENT,
    output: { target: `${process.env.OPENAPI_CLIENT}/client.ts`, client: 'fetch', override: { contentType } },
  },
}
