import type { ComponentType } from 'preact'
import { lazy } from 'preact-iso'

/** A component whose code is fetched when it is first shown, or before that by `preload`. */
export type LazyPart<Props> = ComponentType<Props> & { readonly preload: () => Promise<unknown> }

/**
 * A component whose code is fetched when it is first shown. Where that fails, the component throws for the error
 * boundary of the page; `lazy` alone would wait for ever.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> =>
  lazy(() =>
    load().catch(
      (fault: unknown): ComponentType<Props> =>
        () => {
          throw fault
        },
    ),
  )
