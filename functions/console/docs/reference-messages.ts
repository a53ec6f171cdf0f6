/** What the page and the frame of the API reference say to each other. The frame has no origin, no storage and no network. */

/** What the frame says when it is there: the page answers with the words below, and a port. */
export const frameIsReady = 'tallystick-reference-ready'

/** What the page hands to the frame, along with a port on which it answers as `ReferenceHost`. */
export interface ReferenceOpening {
  /** The OpenAPI document. */
  readonly document: object
  /** What the addresses of its calls begin with. */
  readonly origin: string
  /** The fragment of the page's address: the call that the reader came for. */
  readonly fragment: string
  readonly theme: 'light' | 'dark'
}

/** A call that the reader tries, as plain data. */
export interface TriedCall {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: ArrayBuffer
}

/** What the service answered. */
export interface TriedAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: ArrayBuffer
}

/** What the page does for the frame. */
export interface ReferenceHost {
  /** Sends a call of the document to the page's own service. Rejects for any other. */
  readonly send: (call: TriedCall) => Promise<TriedAnswer>
  /** Puts the call in view into the page's address. */
  readonly showFragment: (fragment: string) => void
  /** Tells the theme now and whenever it changes. */
  readonly followTheme: (show: (theme: 'light' | 'dark') => void) => void
}
