/** Thrown when something that the Worker waits for is not there now: the caller is asked to try again later (503). */
export class UnavailableError extends Error {
  override readonly name: string = 'UnavailableError'
}
