import { type ProxyMarked, proxy } from 'comlink'
import type { OwnClose } from './own-close.ts'
import type { KeptClose } from './own-close-types.ts'
import type { SessionContext } from './session-context.ts'

/** Fetches the code of the close with the first question, since most visitors close nothing. */
export function ownCloseQuestions(context: SessionContext) {
  const { closes, keys } = context
  let opened: Promise<OwnClose & ProxyMarked> | undefined
  return {
    keptCloses: async (): Promise<readonly KeptClose[]> => (await closes?.inTurn(closes.list)) ?? [],

    forgetClose: async (id: string): Promise<void> => closes?.inTurn(() => closes.forget(id)),

    async ownClose(): Promise<OwnClose & ProxyMarked> {
      if (closes === undefined || keys === undefined) throw new Error('No closes are kept here')
      opened ??= import('./own-close.ts').then(
        ({ createOwnClose }) => proxy(createOwnClose(context, { closes, keys })),
        (fault: unknown) => {
          // After a failed fetch, the next question tries again.
          opened = undefined
          throw fault
        },
      )
      return opened
    },
  }
}
