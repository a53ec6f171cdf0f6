import { type BySide, sides } from '@tallystick/engine/record'
import { type Adapter, datasetKind } from '@tallystick/schema/adapter'
import { unsealed } from '../http/unsealed.ts'
import type { Database } from '../store/database.ts'
import { uploadStore } from '../store/upload-store.ts'
import type { Candidate } from './resolve-adapter.ts'

/** Refuses datasets that are still being uploaded or were refused. No round trip where all were found. */
export async function refuseUnsealedSides(
  db: Database,
  tenantId: string,
  named: { readonly adapters: BySide<Adapter>; readonly candidates: BySide<readonly Candidate[]> },
): Promise<void> {
  for (const side of sides) {
    const { kind, instance } = named.adapters[side]
    if (kind !== datasetKind || instance === undefined || named.candidates[side].length > 0) continue
    const [upload] = await uploadStore(db).find(tenantId, instance)
    if (upload === undefined) continue
    const detail = `The dataset is in the state ${upload.state}`
    throw unsealed(upload.state, [{ pointer: `/${side}Adapter`, code: 'dataset_not_sealed', detail }])
  }
}
