/** Thrown where what was asked of this browser is refused, with each reason. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults[0])
    this.faults = faults
  }
}
