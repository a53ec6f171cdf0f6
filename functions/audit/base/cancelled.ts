/** What ends a computation that nobody waits for any more. No fault of what it works on. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}
