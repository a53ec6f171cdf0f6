/** A version that this program does not know. */
export const otherEngine = '4'

/** The forgery of a run that another engine made, with a result like that of this one. */
export const byOtherEngine = {
  engine: otherEngine,
  result: (lines: string[]): string[] =>
    lines.map((line) => line.replace(/"engine":"\d+"/, `"engine":"${otherEngine}"`)),
}
