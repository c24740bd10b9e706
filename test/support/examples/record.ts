import { type Api, type ApiAnswer, UnexpectedAnswer } from '../../../infra/local/api-client.ts';
import type { EndpointEntry } from '../../../infra/catalogue.ts';
import type { Examples, OperationExamples } from '../../../infra/openapi/examples/model.ts';
import { startRegisters } from '../../bench/registers.ts';
import { type BenchRequest, requestFor } from '../../bench/requests.ts';
import { startService } from '../service.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { recordEvents } from './events.ts';
import { alsoRecorded } from './further-answers.ts';
import { createNormaliser, type Normaliser } from './normalise.ts';
import { inOrderOf } from './order.ts';
import { seededStep, seedScenario } from './random.ts';
import { recordRefusals } from './refusals.ts';
import { openShowcase, type Showcase, shownBody, shownRequest } from './showcase.ts';

/** The instant at which the scenario begins; each step is half a second later, all within the ten minutes that a login counts as new. */
const START = Date.parse('2026-09-15T07:00:00Z');
const STEP_MILLIS = 500;

/**
 * * Calls every operation of the catalogue on the local runtime, at a fixed time, and sends requests that are rejected for every cause
 * that can be provoked. @returns the bodies, in which everything random is replaced
 */
export async function recordExamples(): Promise<Examples> {
  const unseed = seedScenario();
  const receiver = await startReceiver();
  const service = await startService({ onError: () => undefined });
  try {
    const { clock, url, catalogue } = service.runtime;
    let steps = 0;
    const tick = (): void => void clock.set(new Date(START + ++steps * STEP_MILLIS).toISOString());
    clock.set(new Date(START).toISOString());
    clock.freeze(true);
    const origins = {
      [url]: 'https://api.example.com',
      [new URL(receiver.url).origin]: 'https://receiver.example.com',
    };
    const normaliser = createNormaliser(origins);
    const world = await seededStep('showcase', () => openShowcase(service, receiver.url));
    const registers = await startRegisters();
    try {
      const operations: Examples['operations'] = {};
      for (const entry of readsFirst(catalogue.endpoints)) {
        tick();
        const examples = await seededStep(entry.name, () => recordOperation(world, entry, normaliser));
        (operations[entry.area] ??= {})[entry.name] = examples;
      }
      tick();
      const errors = await recordRefusals(world, normaliser, tick);
      const events = await recordEvents(service, origins);
      return {
        operations: Object.fromEntries(
          Object.entries(operations).map(([area, ofArea]) => [area, sorted(withoutEmpty(ofArea))] as const),
        ),
        errors,
        events,
      };
    } finally {
      registers.stop();
    }
  } finally {
    await service.stop();
    await receiver.stop();
    unseed();
  }
}

const sorted = <T>(record: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const withoutEmpty = (operations: Record<string, OperationExamples>): Record<string, OperationExamples> =>
  Object.fromEntries(Object.entries(operations).filter(([, examples]) => Object.keys(examples).length > 0));

/** Lists before anything else is made, then other reads, then changes. */
function readsFirst(endpoints: readonly EndpointEntry[]): EndpointEntry[] {
  const rank = ({ handler: { definition } }: EndpointEntry): number =>
    definition.method !== 'GET' ? 2 : definition.path.includes('{') ? 1 : 0;
  return endpoints.toSorted((a, b) => rank(a) - rank(b));
}

/** Calls an operation until each of its statuses with a JSON body is recorded. */
async function recordOperation(world: Showcase, entry: EndpointEntry, normaliser: Normaliser): Promise<OperationExamples> {
  const { method, responses } = entry.handler.definition;
  const { service } = world;
  normaliser.within(entry.name);
  const [first] = Object.keys(responses).map(Number);
  const found = shownRequest(world, entry.name) ?? (await requestFor(world, entry));
  const request = isJson(found.body) ? { ...found, body: shownBody(entry.name, found.body as object) } : found;
  const recorded: [request: BenchRequest, answer: ApiAnswer][] = [];
  const send = async (sent: BenchRequest): Promise<ApiAnswer> => {
    await service.idle();
    const answer = await ask(service.api, method, sent);
    recorded.push([sent, answer]);
    await service.idle();
    return answer;
  };
  const answer = await send(request);
  if (answer.status >= 400) throw new UnexpectedAnswer(`${first} of ${entry.name}`, answer);
  for (const further of alsoRecorded(entry.name)) await further(world, request, send);
  const examples: OperationExamples = {};
  for (const [sent, { status, body }] of recorded) {
    const schema = await responses[status]?.();
    if (!schema || body === undefined || Buffer.isBuffer(body)) continue;
    if (isJson(sent.body)) examples.request ??= normaliser.value(sent.body);
    (examples.responses ??= {})[status] ??= normaliser.value(inOrderOf(schema, body));
  }
  if (isJson(request.body)) examples.request ??= normaliser.value(request.body);
  return examples;
}

const isJson = (body: unknown): boolean => body !== undefined && !(body instanceof FormData);

const ask = (api: Api, method: string, { path, ...request }: BenchRequest): Promise<ApiAnswer> => api(method, path, request);
