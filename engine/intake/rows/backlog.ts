import type { Steps } from './steps.ts'

/**
 * What has been asked for and is not done yet: few bytes may become a million records. Readers work it off before they
 * read on, so that neither the records that wait nor the time up to a pause depend on what the bytes ask for.
 */
export interface Backlog {
  /** Adds work, each step of which makes one record at most. All of it is done before what is added later. */
  add(work: Steps<void>): void
  /** Whether there is work, or what was read has to be taken first. */
  isBehind(): boolean
  /** Does all of the work, with a pause after some steps, and where what was read has to be taken. */
  workOff(): Steps<void>
}

/** Steps between two pauses, where they make nothing that has to be taken. */
const stepCountMax = 1_000

/** Steps that are done as work is added: most has no more. */
const firstStepCount = 8

/** No work yet. `isFull` says that what was read has to be taken before there is more. */
export function createBacklog(isFull: () => boolean): Backlog {
  /** What is being done, the innermost last. */
  const works: Steps<void>[] = []
  /** What the last step has added, in its order. */
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
