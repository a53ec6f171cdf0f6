import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'

/** `preload` fetches the code before the component is shown, and rejects where that fails. */
export type LazyPart<Props> = ComponentType<Props> & { readonly preload: () => Promise<unknown> }

/**
 * A component whose code is fetched when it is first shown. Where that fails, the component throws for the error
 * boundary of the page; `lazy` alone would wait for ever.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const part = lazy(() =>
    load().catch(
      (fault: unknown): ComponentType<Props> =>
        () => {
          throw fault
        },
    ),
  )
  const { preload } = part
  return Object.assign(part, { preload: () => Promise.all([load(), preload()]) })
}
