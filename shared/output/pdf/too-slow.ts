/** A page that took longer to print than it may. The name crosses the invocations of printer and renderer. */
export class TooSlow extends Error {
  constructor(milliseconds: number) {
    super(`The document could not be printed within ${milliseconds} ms.`);
    this.name = 'TooSlow';
  }
}
