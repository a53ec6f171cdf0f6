/** The names of objects in the bucket, but those that are stored once: see `once-objects.ts`. Each begins with what it is of. */

/** A folder of lines of a dataset, or of an attempt of a run, by what it belongs to. */
export interface LinesFolder {
  readonly kind: 'datasets' | 'runs'
  readonly tenantId: string
  /** The id of the dataset or run. */
  readonly owner: string
  /** What is below the folder of the owner: empty, or folders that each end with a slash. */
  readonly part: string
}

/** The path of a folder: what the names of its objects begin with. */
export const folderPath = ({ kind, tenantId, owner, part }: LinesFolder): string =>
  `${kind}/${tenantId}/${owner}/${part}`

const isId = (text: string): boolean => /^[a-z]+_[0-9a-z]+$/.test(text)
const isPart = (text: string): boolean => /^(?:[0-9a-z-]+\/)*$/.test(text)

/**
 * The folder that a stored path names; undefined unless it is one of its tenant and owner. Whoever can write to the
 * database may have made the row, and is to reach nothing else by it.
 */
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

/** The name of a stored object below a folder; undefined unless the object is in the folder. */
export function readFileName(object: string, folder: LinesFolder): string | undefined {
  const path = folderPath(folder)
  const name = object.slice(path.length)
  return object.startsWith(path) && /^[0-9a-zA-Z-]+(?:\/[0-9a-zA-Z-]+)*$/.test(name) ? name : undefined
}

/** Where the object of a part of an upload is. */
export interface PartPlace {
  readonly tenantId: string
  readonly uploadId: string
  readonly number: number
  readonly token: string
}

/** What the names of all parts of an upload begin with. */
export const partsPrefix = (tenantId: string, uploadId: string): string => `uploads/${tenantId}/${uploadId}/`

/** The name of a part. */
export const partKey = ({ tenantId, uploadId, number, token }: PartPlace): string =>
  `${partsPrefix(tenantId, uploadId)}${number}/${token}`

/** The name of a published file of the log of this origin. */
export const logKey = (origin: string, path: string): string => `log/${origin}/${path}`
