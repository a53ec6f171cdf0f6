/** Why a file could not be read or written. */

/** A file whose content is found to be unreadable while it is read; the message is for a person. */
export class UnreadableError extends Error {}

/** Why the file at `path` could not be read or written, in words. Throws `error` again when no file is the reason. */
export function fileFault(path: string, error: unknown): string {
  if (error instanceof UnreadableError) return `${path}: ${error.message}`
  if (!isSystemError(error)) throw error
  return error.code === 'EISDIR' ? directoryFault(path) : `${path}: ${systemTexts.get(error.code) ?? error.message}`
}

/** The fault of a directory where a file is wanted. */
export const directoryFault = (path: string): string => `${path}: is a directory, wanted a file`

/** Whether a file or the operating system is the reason of an error, and not the program. */
export const isFileError = (error: unknown): boolean => error instanceof UnreadableError || isSystemError(error)

const systemTexts = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system can only be read'],
  ['ENOSPC', 'there is no space left'],
])

function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}
