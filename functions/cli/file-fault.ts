/** Why the system would not read or write the file at `path`, in words. Throws `error` again when it is none of the system's. */
export function fileFault(path: string, error: unknown): string {
  if (!isSystemError(error)) throw error
  return error.code === 'EISDIR' ? directoryFault(path) : `${path}: ${words.get(error.code) ?? error.message}`
}

/** The fault of a directory where a file is wanted. */
export const directoryFault = (path: string): string => `${path}: is a directory, wanted a file`

const words = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system can only be read'],
  ['ENOSPC', 'there is no space left'],
])

/** Whether the operating system refused something. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}
