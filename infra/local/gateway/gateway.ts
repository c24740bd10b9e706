import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, gatewayAnswer, problemAnswer } from '#shared/platform/lambda/endpoint/answer.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { Problem } from '#shared/base/kernel/errors.ts';
import { type ApiBody, CORS } from '../../api/api-body.ts';
import type { EndpointEntry } from '../../catalogue.ts';
import { apiCorsHeaders, isPreflight, preflightHeaders } from './cors.ts';
import { gatewayEvent, type HttpAnswer, httpAnswer } from './gateway-event.ts';
import { functionOf, importApi, type ImportedRoute } from './imported-api.ts';
import { newInvocation, ProcessDied } from '../invocation.ts';
import type { Invoker, Runnable } from '../invoke.ts';
import type { Meter } from '../recorders/meter.ts';
import { answerFits, requestFits } from './payload-limits.ts';
import { answerViolations } from './response-check.ts';

/** The local API Gateway: an HTTP server that invokes the function of each route. */
export interface Gateway {
  url: string;
  port: number;
  /** Starts handling requests; until then every request gets 503. */
  open(service: GatewayService): void;
  stop(): Promise<void>;
}

export interface GatewayService {
  /** The routes, as the body that a stage imports. */
  api: ApiBody;
  endpoints: readonly EndpointEntry[];
  /** Handles `GET /openapi.json`, and requests that match no route. */
  documentFunction: Runnable;
  invoker: Invoker;
  meter: Meter;
  /** Handles the paths below `/_local`; returns undefined for all others. */
  control(request: ControlRequest): Promise<HttpAnswer | undefined>;
  /** Called with the status of each response of an operation. */
  onStatus(operation: string, status: number): void;
  /** Called when a response does not match the endpoint's definition. */
  onViolation(violation: string): void;
}

export interface ControlRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** The control routes take more than API Gateway passes on (payload-limits.ts). */
const MAX_BODY_BYTES = 60 * 1024 * 1024;

/** Listens on loopback. @throws Error when the port is taken. */
export async function startGateway(port: number): Promise<Gateway> {
  let service: GatewayService | undefined;
  let route: ReturnType<typeof importApi> = () => undefined;

  const answer = async (request: IncomingMessage): Promise<HttpAnswer> => {
    if (!service) return problem(new Problem('service_unavailable', 'The service is starting.', undefined, { retryAfter: 1 }));
    const { origin } = request.headers;
    const cors = service.api[CORS];
    if (isPreflight(request.method ?? '', request.headers))
      return { status: 204, headers: preflightHeaders(cors, origin), body: Buffer.alloc(0) };
    const body = await readBody(request);
    if (!body) return problem(new Problem('payload_too_large', `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`));
    const answered = await dispatch(service, route, request, body);
    return { ...answered, headers: { ...answered.headers, ...apiCorsHeaders(cors, origin) } };
  };

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    answer(request)
      .catch((error: unknown) => {
        console.error(`${request.method} ${request.url} failed in the gateway:`, error);
        return problem(new Problem('internal_error', 'The local gateway failed.'));
      })
      .then(given => write(given, request, response))
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`Port ${port} is in use: choose another with PORT (0: any free one).`, { cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    open(opened) {
      route = importApi(opened.api);
      service = opened;
    },
    stop: () =>
      new Promise(resolve => {
        service = undefined;
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function dispatch(
  service: GatewayService,
  route: ReturnType<typeof importApi>,
  request: IncomingMessage,
  body: Buffer,
): Promise<HttpAnswer> {
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', 'http://localhost');
  const found = route(method, url.pathname);
  if (!found || found.key === '$default') {
    const own = await service.control({ method, path: url.pathname, query: url.searchParams, headers: request.headers, body });
    if (own) return own;
  }
  return found ? run(service, found, request, body) : NO_ROUTE;
}

const inGatewaysWords = (status: number, message: string): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify({ message })),
});
/** The responses of API Gateway itself: no matching route, request too large, failed function. */
const NO_ROUTE = inGatewaysWords(404, 'Not Found');
const TOO_LARGE = inGatewaysWords(413, 'Request Entity Too Large');
const NO_ANSWER = inGatewaysWords(500, 'Internal Server Error');

async function run(service: GatewayService, found: ImportedRoute, request: IncomingMessage, body: Buffer): Promise<HttpAnswer> {
  const { invoker, meter, endpoints, documentFunction, onStatus, onViolation } = service;
  const name = functionOf(found);
  const endpoint = endpoints.find(entry => entry.name === name);
  const invoked = endpoint ?? documentFunction;
  if (invoked.name !== name) throw new Error(`${found.key} leads to ${name}, which is no function.`);
  const { method, path, params } = found;
  const requestId = randomUUID();
  const invocation = newInvocation(requestId, name);
  const event = gatewayEvent(
    {
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      distinct: request.headersDistinct,
      body,
      address: request.socket.remoteAddress ?? '127.0.0.1',
    },
    { routeKey: found.key, params, requestId },
  );
  if (!requestFits(body, event)) {
    onStatus(name, TOO_LARGE.status);
    return TOO_LARGE;
  }
  const at = instant();
  const cpu = process.cpuUsage();
  let answer: HttpAnswer;
  try {
    const result = await invoker.invoke(invoked, event, invocation);
    answer = answerFits(result) ? httpAnswer(result) : NO_ANSWER;
    if (answer === NO_ANSWER) onViolation(`${method} ${path} answered more than the 6 MB that Lambda passes on`);
  } catch (error) {
    if (!(error instanceof ProcessDied)) throw error;
    answer = NO_ANSWER;
  }
  if (!endpoint) return answer;
  onStatus(name, answer.status);
  const undeclared = answer === NO_ANSWER ? [] : await answerViolations(endpoint.handler.definition, answer);
  if (undeclared.length > 0) {
    const violation = `${method} ${path} answered ${answer.status} otherwise than it declares: ${undeclared.join('; ')}`;
    onViolation(violation);
    answer = problem(new Problem('internal_error', violation));
  }
  const { user, system } = process.cpuUsage(cpu);
  const { calls } = invocation;
  meter.add({ at, method, route: path, status: answer.status, cpuMs: (user + system) / 1000, function: name, calls });
  return answer;
}

const problem = (why: Problem): HttpAnswer => refused(problemAnswer(why));

const refused = (why: Answer): HttpAnswer => {
  const answer = httpAnswer(gatewayAnswer(why));
  return { ...answer, headers: { 'x-request-id': randomUUID(), ...answer.headers } };
};

/** The whole body, or undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

function write({ status, headers, body }: HttpAnswer, request: IncomingMessage, response: ServerResponse): void {
  const bodiless = status === 204 || status === 304;
  response.writeHead(status, { ...headers, ...(!bodiless && { 'content-length': body.length }) });
  if (bodiless || request.method === 'HEAD') response.end();
  else response.end(body);
}
