import type { Steps } from './steps.ts'

/** Work that waits: a few bytes may become a million records. Readers finish it before they read more. */
export interface Backlog {
  /** Adds work; each of its steps makes at most one record. Work that a step adds is done before the next step. */
  add(work: Steps<void>): void
  /** Whether work waits, or records must be taken before there can be more. */
  isBehind(): boolean
  /** Does all work, with pauses: after a number of steps, and whenever records have to be taken. */
  workOff(): Steps<void>
}

const stepCountMax = 1_000

/** This many steps are done as soon as work is added. Most work has no more. */
const firstStepCount = 8

/** `isFull` tells whether records have to be taken before there can be more. */
export function createBacklog(isFull: () => boolean): Backlog {
  const works: Steps<void>[] = []
  let added: Steps<void>[] = []
  const isBehind = (): boolean => added.length > 0 || works.length > 0 || isFull()
  const enter = (): void => {
    if (added.length === 0) return
    works.push(...added.reverse())
    added = []
  }
  return {
    add(work) {
      for (let step = 0; step < firstStepCount && !isBehind(); step++) if (work.next().done === true) return
      added.push(work)
    },
    isBehind,
    *workOff() {
      enter()
      for (let stepCount = 0; ; stepCount++) {
        if (isFull() || stepCount === stepCountMax) {
          yield
          stepCount = 0
        }
        const work = works.at(-1)
        if (work === undefined) return
        if (work.next().done === true) works.pop()
        enter()
      }
    },
  }
}
