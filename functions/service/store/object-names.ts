/** The names of all objects outside `once/`. Each begins with the kind of its owner. */

/** The folder of the lines of a dataset, or of an attempt of a run. */
export interface LinesFolder {
  readonly kind: 'datasets' | 'runs'
  readonly tenantId: string
  readonly owner: string
  /** What follows the owner: empty, or folders that each end with a slash. */
  readonly part: string
}

export const folderPath = ({ kind, tenantId, owner, part }: LinesFolder): string =>
  `${kind}/${tenantId}/${owner}/${part}`

const isId = (text: string): boolean => /^[a-z]+_[0-9a-z]+$/.test(text)
const isPart = (text: string): boolean => /^(?:[0-9a-z-]+\/)*$/.test(text)

/** Undefined unless the path belongs to its tenant and owner: a forged row must reach no other object. */
export function readFolder(row: {
  readonly folder: string
  readonly tenantId: string
  readonly owner: string
}): LinesFolder | undefined {
  const { folder, tenantId, owner } = row
  const kind = folder.startsWith('runs/') ? 'runs' : 'datasets'
  const part = folder.slice(folderPath({ kind, tenantId, owner, part: '' }).length)
  const read = { kind, tenantId, owner, part } as const
  return isId(tenantId) && isId(owner) && isPart(part) && folderPath(read) === folder ? read : undefined
}

/** The name of an object below a folder; undefined unless the object is in the folder. */
export function readFileName(object: string, folder: LinesFolder): string | undefined {
  const path = folderPath(folder)
  const name = object.slice(path.length)
  return object.startsWith(path) && /^[0-9a-zA-Z-]+(?:\/[0-9a-zA-Z-]+)*$/.test(name) ? name : undefined
}

export interface PartPlace {
  readonly tenantId: string
  readonly uploadId: string
  readonly number: number
  readonly token: string
}

export const partsPrefix = (tenantId: string, uploadId: string): string => `uploads/${tenantId}/${uploadId}/`

export const partKey = ({ tenantId, uploadId, number, token }: PartPlace): string =>
  `${partsPrefix(tenantId, uploadId)}${number}/${token}`

export const logKey = (origin: string, path: string): string => `log/${origin}/${path}`
