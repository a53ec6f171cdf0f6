/** Gives a function whose works begin one after the other, also after a failure. Aborted ones are passed over. */
export function takeTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(() => {
      signal.throwIfAborted()
      return work()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
