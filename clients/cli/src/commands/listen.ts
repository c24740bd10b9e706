import { setTimeout as wait } from 'node:timers/promises';
import { type components, type InvoicingClient, ok, type paths } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { CommandFailed, EXIT, outcomeOf } from '../exit-codes.ts';
import { untilInterrupted } from '../interrupt.ts';
import { isSecret, newSecret, signedRequest } from '../signed.ts';

type Event = components['schemas']['CompanyEvent'];
type Query = NonNullable<paths['/api/v1/events']['get']['parameters']['query']>;

export interface ListenOptions {
  forwardTo: string;
  /** Names of events, separated by commas; all without it. */
  events?: string;
  /** The secret that signs; a new one without it. */
  secret?: string;
  interval: number;
}

/** As for the receivers of the service: the whole exchange takes at most this long. */
const ANSWER_MS = 10_000;

/**
 * Sends the events of the company to a URL as they happen, signed like those of a webhook, until it is ended by Ctrl-C (or SIGTERM). Each
 * event is sent once, whatever the receiver answers. A look that fails in passing is made again: nothing is missed.
 *
 * @throws CommandFailed, ApiError when the first look fails, or the login is gone
 */
export async function listen(context: Context, options: ListenOptions): Promise<void> {
  const { events, interval, secret = newSecret() } = options;
  const url = urlOf(options.forwardTo);
  if (!isSecret(secret)) throw new CommandFailed('A secret is whsec_ and 24 to 64 bytes in base64.', EXIT.usage);
  const stop = untilInterrupted();
  const client = connect(context);
  const filter = events === undefined ? {} : { types: events.split(',').map(name => name.trim()) as NonNullable<Query['types']> };
  let cursor = await endOf(client, filter, context);
  context.output.note(`Events go to ${url.href} until Ctrl-C, signed with the secret ${secret}`);
  while (!stop.aborted) {
    try {
      const { data, hasMore, nextCursor } = await ok(
        client.GET('/api/v1/events', { params: { query: { ...filter, order: 'asc', cursor } } }),
      );
      for (const event of data) {
        if (stop.aborted) return;
        const outcome = await forward(url, event, secret, stop);
        context.output.line({ id: event.id, type: event.type, ...outcome }, lineOf(event, outcome));
      }
      cursor = nextCursor ?? cursor;
      if (hasMore) continue;
    } catch (error) {
      const { exitCode, lines } = outcomeOf(error);
      if (exitCode !== EXIT.unavailable) throw error;
      context.output.note(lines.join('\n'));
    }
    // Ends early, by an error, when the command is ended.
    await wait(interval * 1000, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** The URL of a receiver; `localhost:4000/hook` is one of http. */
function urlOf(text: string): URL {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
  if (!url) throw new CommandFailed(`${text} is no URL: http://localhost:4000/hook.`, EXIT.usage);
  return url;
}

/** The cursor behind the events that there are now, which are not sent. Says so when events to come would be sorted before it. */
async function endOf(client: InvoicingClient, filter: Query, { output }: Context): Promise<string> {
  const events = (query: Query) => ok(client.GET('/api/v1/events', { params: { query: { ...filter, ...query } } }));
  // The time of the newest one is that of the service, whose clock may be another one.
  const [[newest], { timestamp }] = await Promise.all([events({ limit: 1 }).then(page => page.data), ok(client.GET('/health'))]);
  if (newest && Date.parse(newest.createdAt) > Date.parse(timestamp))
    output.note(
      `The newest event is of ${newest.createdAt}, and the clock of the service shows ${timestamp}: it was set back. New events are found when it is past that time.`,
    );
  let page = await events({ order: 'asc', limit: 100, ...(newest && { since: newest.createdAt }) });
  while (page.hasMore && page.nextCursor !== null) page = await events({ order: 'asc', limit: 100, cursor: page.nextCursor });
  return page.nextCursor ?? '';
}

/** What came of an event: the status of the receiver, or why there was none. */
interface Outcome {
  status: number | null;
  error: string | null;
}

async function forward(url: URL, event: Event, secret: string, stop: AbortSignal): Promise<Outcome> {
  const { headers, body } = signedRequest(event, secret, Math.floor(Date.now() / 1000));
  const signal = AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS)]);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await answer.arrayBuffer();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: outcomeOf(error).lines[0]?.replace('The service cannot be reached: ', '') ?? String(error) };
  }
}

const lineOf = ({ createdAt, type, id }: Event, { status, error }: Outcome): string =>
  `${createdAt}  ${String(status ?? '-').padStart(3)}  ${type}  ${id}${error === null ? '' : `  ${error}`}`;
