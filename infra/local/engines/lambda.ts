import { AwsError, type Engine, presentJsonError, readBody, sendJson, serve } from './http.ts';

export interface LambdaOptions {
  /** Runs a function. An error that it throws is reported to the caller like by Lambda. */
  invoke(name: string, payload: unknown): Promise<unknown>;
  /** Whether a function of this name exists; by default every name does. */
  has?: (name: string) => boolean;
  /** Runs a function that was invoked as `Event`, so that no caller waits for it; without it such invocations are refused. */
  startEvent?: (name: string, run: () => Promise<unknown>) => void;
}

/** Lambda's quotas: 6 MB in and out of a synchronous invocation, 1 MB into an asynchronous one. */
const SYNCHRONOUS_LIMIT = 6 * 1024 * 1024;
const ASYNCHRONOUS_LIMIT = 1024 * 1024;

const PATH = /^\/2015-03-31\/functions\/([^/]+)\/invocations\/?$/;

/** AWS Lambda's Invoke API on one machine (REST-JSON), dispatching to `options.invoke`. */
export async function startLambda(options: LambdaOptions): Promise<Engine> {
  return serve(async (request, response) => {
    const path = PATH.exec((request.url ?? '').split('?')[0] ?? '');
    if (request.method !== 'POST' || !path) {
      throw new AwsError('UnknownOperationException', 404, 'The local engine answers Invoke alone.');
    }
    const name = functionName(decodeURIComponent(path[1] ?? ''));
    if (options.has && !options.has(name)) {
      throw new AwsError('ResourceNotFoundException', 404, `Function not found: ${name}`, { Type: 'User' });
    }
    const type = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
    const body = await readBody(request, type === 'Event' ? ASYNCHRONOUS_LIMIT : SYNCHRONOUS_LIMIT);
    if (type === 'DryRun') {
      response.writeHead(204).end();
    } else if (type === 'Event') {
      const payload = parsePayload(body);
      if (!options.startEvent) throw new AwsError('InvalidParameterValueException', 400, 'No function is invoked as Event here.');
      options.startEvent(name, () => options.invoke(name, payload));
      response.writeHead(202, { 'content-length': 0 }).end();
    } else {
      const payload = parsePayload(body);
      const { output, unhandled } = await run(() => options.invoke(name, payload));
      sendJson(response, 200, output, {
        'x-amz-executed-version': '$LATEST',
        ...(unhandled && { 'x-amz-function-error': 'Unhandled' }),
      });
    }
  }, presentJsonError);
}

/** The bare name from a name, `name:qualifier`, partial or full ARN. */
const functionName = (identifier: string): string =>
  /^(?:arn:[^:]+:lambda:[^:]*:)?(?:\d{12}:)?(?:function:)?([^:]+)(?::[^:]+)?$/.exec(identifier)?.[1] ?? identifier;

function parsePayload(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new AwsError('InvalidRequestContentException', 400, 'Could not parse request body into json.');
  }
}

async function run(invoke: () => Promise<unknown>): Promise<{ output: unknown; unhandled: boolean }> {
  try {
    const output = (await invoke()) ?? null;
    const size = Buffer.byteLength(JSON.stringify(output));
    if (size <= SYNCHRONOUS_LIMIT) return { output, unhandled: false };
    const errorMessage = `Response payload size exceeded maximum allowed payload size (${SYNCHRONOUS_LIMIT} bytes).`;
    return { output: { errorType: 'Function.ResponseSizeTooLarge', errorMessage }, unhandled: true };
  } catch (error) {
    const { name, message, stack } = error instanceof Error ? error : { name: 'Error', message: String(error), stack: '' };
    return { output: { errorType: name, errorMessage: message, trace: (stack ?? '').split('\n') }, unhandled: true };
  }
}
