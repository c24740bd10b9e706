import { NotCounted } from '#shared/authority/calls/token-window.ts';
import { log } from '#shared/base/kernel/log.ts';
import { TaxauthAnswerLost, TaxauthRefused, TaxauthUnavailable } from './errors.ts';

/**
 * What the end of a call says about the authority. `answered`: it works, also when it refuses the document. `failed`: it was not reached, or
 * gave no usable answer. Undefined: nothing, as when its limit of calls is reached, a token is not accepted, or no call was made. Pure.
 */
export function outcomeOf(error: unknown): 'answered' | 'failed' | undefined {
  if (error === undefined || error instanceof TaxauthRefused) return 'answered';
  if (error instanceof TaxauthUnavailable && error.cause instanceof NotCounted) return undefined;
  return error instanceof TaxauthUnavailable || error instanceof TaxauthAnswerLost ? 'failed' : undefined;
}

type Calls = Record<string, (...input: never[]) => Promise<unknown>>;

/**
 * A client that writes a line `authority call` to the log for each of its calls. Metric filters count them by outcome
 * (infra/stacks/observability/log-filters.ts): while documents are submitted by schedules, nobody else notices that the authority is away.
 */
export const loggingOutcomes = <Client extends object>(client: Client): Client =>
  Object.fromEntries(
    Object.entries(client as Calls).map(([operation, call]) => [
      operation,
      async (...input: never[]) => {
        try {
          const answer = await call(...input);
          note(operation, undefined);
          return answer;
        } catch (error) {
          note(operation, error);
          throw error;
        }
      },
    ]),
  ) as Client;

function note(operation: string, error: unknown): void {
  const outcome = outcomeOf(error);
  if (outcome === 'failed') log.warn('authority call', { operation, outcome, failure: (error as Error).name });
  else if (outcome) log.info('authority call', { operation, outcome });
}
