import { env } from 'cloudflare:workers'

/** What is stored once, as a test looks at it and, behind the service's back, changes it. */

/** The key of the signed checkpoint of a size of a log. */
export const checkpointKey = (origin: string, size: number): string =>
  `once/log/${origin}/checkpoint/${String(size).padStart(16, '0')}`

/** The key of the step of the index log from a size. */
export const stepKey = (origin: string, from: number): string =>
  `once/log/${origin}/next/${String(from).padStart(16, '0')}`

/** Removes all that R2 has of a log, as if there had been no bucket: no lock is on that of the tests. */
export async function forgetLog(origin: string): Promise<void> {
  for (const prefix of [`log/${origin}/`, `once/log/${origin}/`])
    for (let isTruncated = true; isTruncated; ) {
      const { objects, truncated } = await env.BUCKET.list({ prefix })
      if (objects.length > 0) await env.BUCKET.delete(objects.map(({ key }) => key))
      isTruncated = truncated
    }
}
