import { setTimeout as wait } from 'node:timers/promises';
import { type InvoicingClient, items, ok } from '../../../typescript/src/index.ts';
import { COMMAND } from '../command-name.ts';
import { connect, type Context } from '../context.ts';
import { type Delivery, followDeliveries } from '../deliveries.ts';
import { CommandFailed, EXIT, outcomeOf } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { table } from '../output.ts';

/** Lists the webhooks of the company, oldest first. */
export async function listWebhooks(context: Context): Promise<void> {
  const found = await ok(connect(context).GET('/api/v1/webhooks'));
  const rows = found.map(({ uuid, isActive, url, events }) => [uuid, isActive ? 'on' : 'off', url, events.join(', ')]);
  context.output.result(found, found.length === 0 ? [] : table(['Id', '', 'URL', 'Events'], rows));
  if (found.length === 0) context.output.note('There is no webhook.');
}

export interface TailOptions {
  interval: number;
  /** How many of the deliveries before the first look are shown. */
  last: number;
  /** Ends after one look. */
  once?: boolean;
}

/**
 * Prints deliveries of a webhook as they are made, oldest first, until it is ended by Ctrl-C (or SIGTERM). A look that fails in passing is
 * made again: nothing is missed.
 *
 * @param webhook its id; not needed if the company has one webhook
 * @throws CommandFailed, ApiError when the first look fails, or the webhook or the login is gone
 */
export async function tail(context: Context, webhook: string | undefined, options: TailOptions): Promise<void> {
  const { interval, last, once } = options;
  const client = connect(context);
  const uuid = webhook ?? (await onlyWebhook(client));
  const follower = followDeliveries(last);
  const stop = untilInterrupted();
  for (let looks = 0; !stop.aborted; looks++) {
    try {
      const all = items(client, '/api/v1/webhooks/{uuid}/deliveries', { path: { uuid } });
      for (const delivery of await follower.look(all)) context.output.line(delivery, lineOf(delivery));
    } catch (error) {
      const { exitCode, lines } = outcomeOf(error);
      if (looks === 0 || exitCode !== EXIT.unavailable) throw error;
      context.output.note(lines.join('\n'));
    }
    if (once) return;
    // Ends early, by an error, when the command is ended.
    await wait(interval * 1000, undefined, { signal: stop }).catch(() => undefined);
  }
}

const lineOf = ({ deliveredAt, status, responseCode, eventType, attempt, uuid }: Delivery): string =>
  `${deliveredAt}  ${status.padEnd(8)} ${String(responseCode || '-').padStart(3)}  ${eventType}  attempt ${attempt}  ${uuid}`;

async function onlyWebhook(client: InvoicingClient): Promise<string> {
  const [first, ...others] = await ok(client.GET('/api/v1/webhooks'));
  if (!first) throw new CommandFailed('There is no webhook.', EXIT.notFound);
  if (others.length > 0) throw new CommandFailed(`Say which webhook: ${COMMAND} webhooks list.`, EXIT.usage);
  return first.uuid;
}
