/** Ends a computation that nobody waits for any more. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}
