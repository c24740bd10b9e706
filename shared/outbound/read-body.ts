/** The body of an answer is longer than its reader allows. */
export class BodyTooLong extends Error {
  constructor(maxBytes: number) {
    super(`The answer is longer than ${maxBytes} bytes.`);
    this.name = 'BodyTooLong';
  }
}

/**
 * The body of another system's answer, read no further than it may be long: a broken or hostile system cannot fill the memory of a function.
 *
 * @throws BodyTooLong; what the connection throws
 */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLong(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The same as JSON. @throws as `readBody`; SyntaxError for what is no JSON */
export const readJson = async (response: Response, maxBytes: number): Promise<unknown> =>
  JSON.parse((await readBody(response, maxBytes)).toString());
