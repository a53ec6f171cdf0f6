import { spawnSync } from 'node:child_process'

/** Whether commands can be run as a POSIX shell runs them. A `bash` on Windows may be that of another system inside it. */
export const hasShell = process.platform !== 'win32'

/** Whether every one of these programs is on this machine. */
export const areInstalled = (...programs: readonly string[]): boolean =>
  hasShell && programs.every((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined)
