import { UnreadableError } from '@tallystick/audit/base/unreadable-error'

export function fileFault(path: string, error: unknown): string {
  if (error instanceof UnreadableError) return `${path}: ${error.message}`
  if (!isSystemError(error)) throw error
  return error.code === 'EISDIR' ? directoryFault(path) : `${path}: ${systemText(error)}`
}

export const directoryFault = (path: string): string => `${path}: is a directory, wanted a file`

/** Whether an error was caused by a file or the operating system rather than by the program. */
export const isFileError = (error: unknown): boolean => error instanceof UnreadableError || isSystemError(error)

/** Throws an error of the operating system as UnreadableError, and any other as it is. */
export function unlessSystem(error: unknown): never {
  throw isSystemError(error) ? new UnreadableError(systemText(error)) : error
}

const systemTexts = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'there is no such file'],
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'the file system can only be read'],
  ['ENOSPC', 'there is no space left'],
])

interface SystemError extends Error {
  readonly code: string
}

const systemText = ({ code, message }: SystemError): string => systemTexts.get(code) ?? message

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'
}
