import { buffer } from 'node:stream/consumers';

/** A response of DynamoDB's wire protocol, in the format of the SDK's HTTP handlers. */
export interface WireAnswer {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  /** A stream of bytes, or the bytes. */
  body: unknown;
}

/** Sends a call to the engine, with another body if one is given. */
export type Forward = (body?: string) => Promise<WireAnswer>;

/** The prefix of the header `x-amz-target` before the name of the operation. */
const TARGET = 'DynamoDB_20120810.';

/** The operation that a header `x-amz-target` names; empty if it names none of DynamoDB's. */
export const operationOf = (target: string | undefined): string =>
  target?.startsWith(TARGET) ? target.slice(TARGET.length) : '';

export const targetOf = (operation: string): string => `${TARGET}${operation}`;

/** The text of a request's body. */
export const textOf = (body: Uint8Array | string): string =>
  typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();

/** The content of a response; its body can be read once. */
export async function contentOf<T>({ body }: WireAnswer): Promise<T> {
  const bytes = body instanceof Uint8Array ? textOf(body) : (await buffer(body as NodeJS.ReadableStream)).toString();
  return JSON.parse(bytes) as T;
}

export const jsonAnswer = (statusCode: number, content: object): WireAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify(content)),
});
