/** The body of a response is longer than the limit given to `readBody`. */
export class BodyTooLong extends Error {
  constructor(maxBytes: number) {
    super(`The answer is longer than ${maxBytes} bytes.`);
    this.name = 'BodyTooLong';
  }
}

/**
 * Reads the body of another system's response and stops once it exceeds `maxBytes`, so that a broken or hostile system cannot
 * exhaust the memory of a function.
 *
 * @throws BodyTooLong; any error of the connection
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

/** Reads the body with `readBody` and parses it as JSON. @throws as `readBody`; SyntaxError when the body is not JSON */
export const readJson = async (response: Response, maxBytes: number): Promise<unknown> =>
  JSON.parse((await readBody(response, maxBytes)).toString());
