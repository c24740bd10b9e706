import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import * as z from 'zod';
import { AwsError, type Engine, presentJsonError, readBody, sendJson, serve } from './http.ts';

/** Executes one operation with its raw input; `signal` aborts when the caller disconnects. */
export type Operation = (input: unknown, signal: AbortSignal) => unknown;

const validationException = (error: z.ZodError) => new AwsError('ValidationException', 400, z.prettifyError(error));

/** An operation whose input is checked by a schema first. @param refusal the service's error for a mismatch; by default ValidationException */
export const operation =
  <S extends z.ZodType>(
    schema: S,
    run: (input: z.infer<S>, signal: AbortSignal) => unknown,
    refusal: (error: z.ZodError) => AwsError = validationException,
  ): Operation =>
  (input, signal) => {
    const parsed = schema.safeParse(input, { reportInput: true });
    if (!parsed.success) throw refusal(parsed.error);
    return run(parsed.data, signal);
  };

export interface JsonService {
  /** The part of `X-Amz-Target` before the dot, e.g. `TrentService`. */
  target: string;
  version: '1.0' | '1.1';
  bodyLimit: number;
  operations: Record<string, Operation>;
  /** Called before an operation runs; refuses the call by throwing. */
  before?(operation: string, input: unknown, headers: IncomingHttpHeaders): void;
  /** Writes an error; by default as most services of this protocol do. */
  present?: (error: AwsError, response: ServerResponse) => void;
}

/** Serves an AWS service of the JSON 1.0/1.1 protocol: `POST /`, the operation named by the `X-Amz-Target` header. */
export function serveJsonService({ target, version, bodyLimit, operations, before, present }: JsonService): Promise<Engine> {
  return serve(async (request, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const name = String(request.headers['x-amz-target'] ?? '');
    const run = name.startsWith(`${target}.`) ? operations[name.slice(target.length + 1)] : undefined;
    if (!run) throw new AwsError('UnknownOperationException', 400, `The local engine does not know the operation '${name}'.`);
    const input = parse(await readBody(request, bodyLimit));
    before?.(name.slice(target.length + 1), input, request.headers);
    const output = await run(input, gone.signal);
    sendJson(response, 200, output ?? {}, { 'content-type': `application/x-amz-json-${version}` });
  }, present ?? presentJsonError);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString() || '{}');
  } catch {
    throw new AwsError('SerializationException', 400, 'The request body is not JSON.');
  }
}
