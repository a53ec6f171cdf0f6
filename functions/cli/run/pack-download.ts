import { UnreadableError } from '@tallystick/audit/base/unreadable-error'
import type { Client } from '@tallystick/client'
import { fileFault } from '../file-fault.ts'
import { openResultFile } from '../reconcile/result-file.ts'

export async function downloadPack(
  client: Pick<Client, 'runs'>,
  { id, path }: { readonly id: string; readonly path: string },
): Promise<readonly string[]> {
  const stream = await client.runs.evidencePack(id)
  const file = openResultFile(path)
  try {
    try {
      for await (const bytes of stream) file.write(bytes)
    } catch {
      return [fileFault(path, new UnreadableError('the evidence pack broke off while it was read'))]
    }
    return file.commit()
  } finally {
    file.close()
  }
}
