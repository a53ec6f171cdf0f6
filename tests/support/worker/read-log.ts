import { fromUtf8 } from '@tallystick/engine/base'
import { checkpointInNote, openTileTree, parseEntries, type TileTree } from '@tallystick/engine/log'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import type { Client } from './client.ts'

/** What is served at a path of the caller's log; undefined for 404, a failed test for any other answer but 200. */
export async function readServed(client: Client, path: string): Promise<Uint8Array | undefined> {
  const response = await client.get(`/api/v1/log/${path}`)
  if (response.status === 404) return undefined
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return response.bytes()
}

/** The newest published checkpoint, with its tiles, all verified as they are read. */
export async function openServed(client: Client): Promise<TileTree> {
  const note = fromUtf8((await readServed(client, 'checkpoint')) ?? new Uint8Array(0))
  const checkpoint = checkpointInNote(note)
  if (!checkpoint.ok) throw new Error(checkpoint.detail)
  return openTileTree(sha256, checkpoint.value, (path) => readServed(client, path))
}

/** The lines of the entries in a served bundle. */
export async function linesServed(client: Client, path: string): Promise<readonly string[]> {
  const entries = parseEntries((await readServed(client, path)) ?? new Uint8Array(0))
  if (!entries.ok) throw new Error(entries.detail)
  return entries.value.map(fromUtf8)
}
