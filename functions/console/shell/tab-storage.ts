/** What a tab keeps until it is closed, and through reloads. Where the browser allows no storage, nothing is kept. */

export const readTab = (name: string): string | undefined => attempt(() => sessionStorage.getItem(name)) ?? undefined

export const keepInTab = (name: string, value: string): void => attempt(() => sessionStorage.setItem(name, value))

export const forgetInTab = (name: string): void => attempt(() => sessionStorage.removeItem(name))

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
