import { strFromU8, unzipSync } from 'fflate'
import { type PackFiles, textIn, withFile, zipped } from '../node/pack.ts'
import { servedCopy } from '../node/served-copy.ts'
import { demo } from './journey.ts'

/** Evidence of the run that `npm start` has made, whole and tampered with. */

async function fetchEvidence(query: string, accept = '*/*'): Promise<Uint8Array> {
  const { origin } = await servedCopy()
  const headers = { 'X-API-Key': demo.key, Accept: accept }
  const answer = await fetch(`${origin}/api/v1/runs/${demo.runId}/evidence?${query}`, { headers })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  if (!answer.ok) throw new Error(strFromU8(bytes))
  return bytes
}

/** The pack of the run. */
export const downloadPack = (): Promise<Uint8Array> => fetchEvidence('format=zip')

/** The proof of a line of the result, as JSON or as a C2SP tlog-proof. */
export const downloadProof = (leaf: number, accept = 'application/json'): Promise<Uint8Array> =>
  fetchEvidence(`leaf=${leaf}`, accept)

/** The pack with another text in one of its files, in an archive as the service writes it. */
export function tampered(pack: Uint8Array, name: string, change: (text: string) => string): Uint8Array {
  const files: PackFiles = new Map(Object.entries(unzipSync(pack)))
  const text = textIn(files, name)
  const changed = change(text)
  if (changed === text) throw new Error(`Nothing was changed in ${name}`)
  return zipped(withFile(files, name, changed))
}

/** The root that the manifest of a pack names. */
export const rootIn = (pack: Uint8Array): string =>
  JSON.parse(textIn(new Map(Object.entries(unzipSync(pack))), 'manifest.json')).result
