/** What the Worker uses of Node's `async_hooks`, which workerd has under `nodejs_compat` and its types leave out. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    /** A function that calls others in the context in which `snapshot` was called. */
    static snapshot(): <Result>(work: () => Result) => Result
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
