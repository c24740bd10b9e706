import * as z from 'zod';
import type { LocalClock } from '../clock.ts';
import { type ConsoleServices, consoleRoutes } from '../console/routes.ts';
import type { MailboxMessage, SesEngine } from '../engines/ses/index.ts';
import type { SqsEngine } from '../engines/sqs/index.ts';
import type { Faults } from '../faults/faults.ts';
import { faultSchema } from '../faults/faults.ts';
import type { ControlRoute } from './control-route.ts';
import type { HttpAnswer } from '../gateway/gateway-event.ts';
import { idTokenRequest, type LocalIdp } from '../external/idp.ts';
import { type Meter, shownRequest } from '../recorders/meter.ts';
import { passkeyPage } from './passkey-page.ts';
import type { Taxauth } from '../taxauth/index.ts';
import { settingsPatch } from '../taxauth/settings.ts';
import type { TurnClock } from './turn.ts';
import { vatRegistryRoutes } from '../external/vat-registry.ts';
import { renderWebhooks } from './webhook-page.ts';
import type { WebhookReceiver } from '../external/webhook-receiver.ts';

export interface ControlServices extends ConsoleServices {
  /** The origin of the web application (`LOCAL_APP_URL`), whose pages may use these endpoints too. */
  appOrigin?: string | undefined;
  clock: LocalClock;
  ses: SesEngine;
  sqs: SqsEngine;
  taxauth: Taxauth;
  meter: Meter;
  faults: Faults;
  idp: LocalIdp;
  webhooks: WebhookReceiver;
  idle(timeoutMs: number): Promise<boolean>;
  turn: TurnClock;
  /** The environment variables with the engines' endpoints for AWS clients, and the table's name. */
  aws: Record<string, string>;
  /** Forgets the attempts that count against limits. */
  forgetCounts(): Promise<void>;
  /** False when there is no such organization. */
  setPlan(organizationId: string, plan: string): Promise<boolean>;
}

/** How long a change of the local clock waits, at each due time on the way, until the work started there has finished. */
const SETTLE_MILLIS = 5_000;

const clockTurn = z
  .strictObject({ advance: z.string(), set: z.string(), freeze: z.boolean(), reset: z.literal(true) })
  .partial()
  .refine(turn => Object.keys(turn).length === 1, 'The body must have exactly one of advance, set, freeze and reset');

const feedback = z.strictObject({
  messageId: z.string(),
  type: z.enum(['delivery', 'open', 'click', 'bounce', 'complaint']),
  at: z.iso.datetime({ offset: true }).optional(),
  bounceType: z.string().optional(),
  reason: z.string().optional(),
  link: z.string().optional(),
});

const taxId = z
  .string()
  .trim()
  .regex(/^(RO)?\s*\d{2,13}$/i, 'must be 2 to 13 digits, with or without RO');
/** Negative for a token that has already expired. */
const days = z.number().min(-36_500).max(36_500);
const newToken = z.strictObject({ cif: taxId, expiresInDays: days.optional() });
const buyerMessage = z.strictObject({ uploadIndex: z.string().regex(/^\d{1,15}$/), message: z.string().min(1).max(5000) });
const inboxMessage = z
  .strictObject({
    cif: taxId,
    xml: z.string().optional(),
    base64: z.base64().optional(),
    raw: z.boolean().optional(),
    archive: z.base64().min(1).optional(),
  })
  .refine(({ xml, base64 }) => (xml === undefined) !== (base64 === undefined), { error: 'takes either xml or base64' });

/** How the local webhook receiver answers, taken from the query string of the webhook's address. */
const receiverAnswer = z.object({
  status: z.coerce.number().int().min(200).max(599).default(200),
  retryAfter: z.coerce.number().int().min(0).optional(),
});

const wholeNumber = (query: URLSearchParams, name: string, byDefault: number): number =>
  z.coerce
    .number(`${name} must be a number`)
    .int()
    .min(0)
    .parse(query.get(name) ?? byDefault);

/** All routes below `/_local`, by which developers and tests inspect and control the local system. */
export function controlRoutes(on: ControlServices): ControlRoute[] {
  const { clock, ses, sqs, taxauth, meter, faults, schedules, idp, webhooks } = on;
  return [
    ...consoleRoutes(on),
    {
      method: 'GET',
      path: '/_local/mailbox',
      run: async ({ query, headers }) => {
        const filter = { to: query.get('to') ?? undefined };
        return wantsPage(headers.accept)
          ? page(await ses.mailboxPage(filter))
          : json(200, { messages: await ses.messages(filter) } satisfies { messages: MailboxMessage[] });
      },
    },
    {
      method: 'GET',
      path: '/_local/mailbox/{id}/attachments/{n}',
      run: async ({ params }) => {
        const attachment = await ses.attachment(params['id'] ?? '', Number(params['n']));
        if (!attachment) return notFound('There is no such attachment.');
        const headers = { 'content-type': attachment.contentType, 'x-content-type-options': 'nosniff' };
        return { status: 200, headers: { ...headers, 'content-disposition': 'attachment' }, body: attachment.bytes };
      },
    },
    {
      method: 'DELETE',
      path: '/_local/mailbox',
      run: () => {
        ses.clear();
        return empty(204);
      },
    },
    {
      method: 'POST',
      path: '/_local/ses-events',
      run: async call => {
        const event = call.read(feedback);
        return (await ses.emit(event)) ? json(202, {}) : notFound(`No mail has the messageId ${event.messageId}.`);
      },
    },

    {
      method: 'POST',
      path: '/_local/webhooks/{name}',
      run: async ({ params, query, headers, body }) => {
        const answer = receiverAnswer.parse(Object.fromEntries(query));
        await webhooks.receive(params['name'] ?? '', { headers, body, status: answer.status });
        const after: Record<string, string> = answer.retryAfter === undefined ? {} : { 'retry-after': String(answer.retryAfter) };
        return { ...empty(answer.status), headers: after };
      },
    },
    {
      method: 'GET',
      path: '/_local/webhooks',
      run: async ({ headers }) => {
        const shown = { requests: webhooks.requests(), deliveries: await webhooks.deliveries() };
        return wantsPage(headers.accept) ? page(renderWebhooks(shown)) : json(200, shown);
      },
    },
    {
      method: 'DELETE',
      path: '/_local/webhooks',
      run: () => {
        webhooks.clear();
        return empty(204);
      },
    },

    { method: 'GET', path: '/_local/taxauth', run: () => json(200, taxauth.state()) },
    {
      method: 'PUT',
      path: '/_local/taxauth',
      run: call => json(200, taxauth.configure(call.read(settingsPatch))),
    },
    { method: 'GET', path: '/_local/taxauth/received', run: () => json(200, taxauth.received()) },
    {
      method: 'POST',
      path: '/_local/taxauth/tokens',
      run: call => {
        const { cif, expiresInDays } = call.read(newToken);
        return json(201, taxauth.createToken({ cif, ...(expiresInDays !== undefined && { expiresInDays }) }));
      },
    },
    { method: 'GET', path: '/_local/taxauth/inbox', run: () => json(200, { messages: taxauth.inbox() }) },
    {
      method: 'POST',
      path: '/_local/taxauth/inbox',
      run: call => json(201, taxauth.addInbox(call.read(inboxMessage))),
    },
    {
      method: 'POST',
      path: '/_local/taxauth/buyer-messages',
      run: call => json(201, taxauth.addBuyerMessage(call.read(buyerMessage))),
    },

    { method: 'GET', path: '/_local/clock', run: () => json(200, clock.state()) },
    { method: 'POST', path: '/_local/clock', run: async call => json(200, await turn(on, call.read(clockTurn))) },
    {
      method: 'POST',
      path: '/_local/schedules/{name}/run',
      run: ({ params }) =>
        schedules.run(params['name'] ?? '') ? json(202, {}) : notFound(`There is no schedule ${params['name']}.`),
    },

    {
      method: 'GET',
      path: '/_local/idle',
      run: async ({ query }) => {
        const idle = await on.idle(wholeNumber(query, 'timeoutMs', 10_000));
        return idle ? json(200, { idle }) : json(504, { idle });
      },
    },
    {
      method: 'GET',
      path: '/_local/requests',
      run: ({ query }) => json(200, { requests: meter.last(wholeNumber(query, 'last', 50)).map(shownRequest) }),
    },
    {
      method: 'POST',
      path: '/_local/faults',
      run: call => json(201, faults.add(call.read(faultSchema))),
    },
    {
      method: 'DELETE',
      path: '/_local/faults',
      run: () => {
        faults.clear();
        return empty(204);
      },
    },
    {
      method: 'GET',
      path: '/_local/queues',
      run: () => json(200, { queues: shownQueues(sqs) }),
    },
    ...vatRegistryRoutes(json),
    { method: 'GET', path: '/_local/aws', run: () => json(200, { environment: on.aws }) },
    {
      method: 'PUT',
      path: '/_local/plans/{organizationId}',
      run: async call => {
        const { plan } = call.read(z.strictObject({ plan: z.string() }));
        const organizationId = call.params['organizationId'] ?? '';
        return (await on.setPlan(organizationId, plan))
          ? json(200, { plan })
          : notFound(`There is no organization ${organizationId}.`);
      },
    },
    {
      method: 'POST',
      path: '/_local/idp/tokens',
      run: async call => json(200, { idToken: await idp.token(call.read(idTokenRequest)) }),
    },
    { method: 'GET', path: '/_local/idp/jwks', run: () => json(200, idp.jwks) },
    { method: 'GET', path: '/_local/passkeys', run: () => page(passkeyPage()) },
  ];
}

/** The queues that functions read, each with the number of its dead letters. */
const shownQueues = (sqs: ControlServices['sqs']): unknown[] =>
  sqs
    .depths()
    .filter(({ dlq }) => dlq !== null)
    .map(queue => ({ ...queue, dlq: sqs.deadLetters(queue.name) }));

async function turn(on: ControlServices, to: z.output<typeof clockTurn>): Promise<unknown> {
  const before = on.clock.now();
  const state = await turned(on, to);
  if (on.clock.now() < before) await on.forgetCounts();
  return state;
}

async function turned(
  { clock, idle, turn: toward }: ControlServices,
  { advance, set, freeze }: z.output<typeof clockTurn>,
): Promise<unknown> {
  if (advance !== undefined) return toward({ advance }, () => idle(SETTLE_MILLIS));
  if (set !== undefined) return toward({ set }, () => idle(SETTLE_MILLIS));
  return freeze === undefined ? clock.reset() : clock.freeze(freeze);
}

const wantsPage = (accept = ''): boolean => /text\/html/i.test(accept);

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

const page = (html: string): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: Buffer.from(html),
});

const empty = (status: number): HttpAnswer => ({ status, headers: {}, body: Buffer.alloc(0) });

const notFound = (message: string): HttpAnswer => json(404, { error: { code: 'not_found', message } });
