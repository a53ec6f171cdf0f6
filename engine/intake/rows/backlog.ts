import type { Steps } from './steps.ts'

/** Work to do: few bytes may become a million records. Readers finish it before they read on. */
export interface Backlog {
  /** Adds work, each step of which makes at most one record. All of it is done before work that is added later. */
  add(work: Steps<void>): void
  /** Whether there is work, or records have to be taken first. */
  isBehind(): boolean
  /** Does all work, with a pause after some steps, and wherever records have to be taken. */
  workOff(): Steps<void>
}

const stepCountMax = 1_000

/** Steps that are done at once when work is added: most work has no more. */
const firstStepCount = 8

/** `isFull` says that records have to be taken before there are more. */
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
