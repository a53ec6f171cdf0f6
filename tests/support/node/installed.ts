import { spawnSync } from 'node:child_process'

/** Whether every one of these programs is on this machine. */
export const areInstalled = (...programs: readonly string[]): boolean =>
  programs.every((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined)
