/** There is no such document, or no longer. The name crosses the invocation of the renderer. */
export class NoDocument extends Error {
  /** @param what the name of the resource */
  constructor(what: string) {
    super(`${what} not found.`);
    this.name = 'NoDocument';
  }
}
