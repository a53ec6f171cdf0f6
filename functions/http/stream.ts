/**
 * A response body of `parts`, each made when the client takes it: nothing is read ahead. A fault breaks the body off,
 * so that no part of an answer passes for the whole. A client that goes away ends `parts`.
 */
export const streamOf = (parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(controller) {
        // A pull that enqueues nothing is not called again.
        let part = await parts.next()
        while (part.done !== true && part.value.length === 0) part = await parts.next()
        if (part.done === true) controller.close()
        else controller.enqueue(part.value)
      },
      async cancel() {
        await parts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
