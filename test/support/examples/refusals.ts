import { type ApiAnswer, type ApiRequest, UnexpectedAnswer } from '../../../infra/local/api-client.ts';
import type { ErrorExample, Examples } from '../../../infra/openapi/examples/model.ts';
import { PROBLEM_TYPE } from '#shared/platform/lambda/endpoint/conventions/problem-details.ts';
import { ACCOUNT_REFUSALS } from './refusals-accounts.ts';
import { CONVERTIBLE_REFUSALS } from './refusals-convertibles.ts';
import { HTTP_REFUSALS } from './refusals-http.ts';
import { INVOICE_REFUSALS } from './refusals-invoices.ts';
import { RECORD_REFUSALS } from './refusals-records.ts';
import type { Normaliser } from './normalise.ts';
import { seededStep } from './random.ts';
import type { Showcase } from './showcase.ts';

/** A request that will be rejected. */
export type Refused = ApiRequest & {
  method: string;
  path: string;
  /** Called after the request. */
  after?: () => unknown;
  /** The request uses up its record: for the other format it is created again. */
  spends?: boolean;
  /** The last of this many requests is the one that is rejected. */
  times?: number;
};

/** Makes the request whose response is the example of a cause: `<code>` or `<code>-<reason>`. */
export type Refusals = Record<string, (world: Showcase) => Promise<Refused> | Refused>;

const ALL: Refusals = {
  ...HTTP_REFUSALS,
  ...RECORD_REFUSALS,
  ...INVOICE_REFUSALS,
  ...CONVERTIBLE_REFUSALS,
  // Sets the clock forward at its end.
  ...ACCOUNT_REFUSALS,
};

interface Body {
  error: string | { code: string; details?: { reason?: string } };
}

/**
 * * Sends requests that are rejected for each cause, and records both formats of the error. @param tick sets the clock forward, so that
 * records have different times @throws Error when a request is not rejected for its cause
 */
export async function recordRefusals(world: Showcase, normaliser: Normaliser, tick: () => void): Promise<Examples['errors']> {
  const examples: Examples['errors'] = {};
  const wrong: string[] = [];
  for (const [cause, make] of Object.entries(ALL)) {
    tick();
    normaliser.within(`refusal ${cause}`);
    try {
      examples[cause] = await seededStep(cause, () => recordRefusal(world, cause, make, normaliser));
    } catch (error) {
      wrong.push(`${cause}: ${(error as Error).message}`);
    }
  }
  if (wrong.length > 0) throw new Error(`Requests were not refused for their causes:\n${wrong.join('\n')}`);
  return Object.fromEntries(
    Object.entries(examples).toSorted(([a, one], [b, other]) => one.status - other.status || (a < b ? -1 : 1)),
  );
}

async function recordRefusal(
  world: Showcase,
  cause: string,
  make: Refusals[string],
  normaliser: Normaliser,
): Promise<ErrorExample> {
  const { service } = world;
  const first = await make(world);
  const { after, times = 1, spends = false } = first;
  await service.idle();
  try {
    const send = ({ method, path, ...request }: Refused, headers: Record<string, string> = {}): Promise<ApiAnswer> =>
      service.api(method, path, { ...request, headers: { ...request.headers, ...headers } });
    for (let time = 1; time < times; time++) await send(first);
    const answer = await send(first);
    const operation = service.runtime.meter.last(1)[0]?.function ?? '';
    const problem = await send(spends ? await make(world) : first, { accept: PROBLEM_TYPE });
    const answered = causeOf(answer);
    if (answered !== cause.replace(/\..*/, '')) throw new UnexpectedAnswer(`${first.method} ${first.path}`, answer);
    if (problem.status !== answer.status) throw new Error(`The second request was answered ${problem.status}.`);
    return { status: answer.status, operation, value: normaliser.value(answer.body), problem: normaliser.value(problem.body) };
  } finally {
    await after?.();
    await service.idle();
  }
}

function causeOf({ status, body }: ApiAnswer): string {
  const error = (body as Body | undefined)?.error;
  if (error === undefined) return String(status);
  if (typeof error === 'string') return 'rate_limited';
  const { code, details } = error;
  // Of fields, whose names are the members of `details`, one may be called `reason`.
  return typeof details?.reason === 'string' ? `${code}-${details.reason}` : code;
}
