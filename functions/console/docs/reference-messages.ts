/** Messages between the page and the frame of the API reference, which has no origin, storage or network. */

/** The frame's first message. The page answers with a `ReferenceOpening` and a port. */
export const frameIsReady = 'tallystick-reference-ready'

/** Sent to the frame with a port that serves a `ReferenceHost`. */
export interface ReferenceOpening {
  readonly document: object
  readonly origin: string
  /** The fragment of the page's address: the call to show. */
  readonly fragment: string
  readonly theme: 'light' | 'dark'
}

export interface TriedCall {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: ArrayBuffer
}

export interface TriedAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: ArrayBuffer
}

export interface ReferenceHost {
  /** Sends a call to the page's own service. Rejects for calls that are not in the document. */
  readonly send: (call: TriedCall) => Promise<TriedAnswer>
  /** Puts the call in view into the page's address. */
  readonly showFragment: (fragment: string) => void
  readonly followTheme: (show: (theme: 'light' | 'dark') => void) => void
}
