import { expecting } from '../../../infra/local/api-client.ts';
import type { Examples } from '../../../infra/openapi/examples/model.ts';
import { EVENTS } from '#shared/output/webhooks/events.ts';
import { readyCompany } from '../invoices.ts';
import type { Service } from '../service.ts';
import { everyEvent } from '../webhooks/every-event.ts';
import { type ReceivedMessage, startReceiver } from '../webhooks/receiver.ts';
import { createNormaliser } from './normalise.ts';
import { inOrderOf } from './order.ts';
import { seededStep } from './random.ts';

/** The first body of each event that a receiver of webhooks gets in the life of a company. @throws Error when one does not come */
export async function recordEvents(service: Service, origins: Record<string, string>): Promise<Examples['events']> {
  const receiver = await startReceiver();
  try {
    await seededStep('events', async () => {
      const own = await readyCompany(service);
      const body = { url: receiver.url, events: ['*'] };
      await expecting(201, 'A webhook', service.api('POST', '/api/v1/webhooks', { ...own, body }));
      await service.newClient(own, { name: 'Grădina Urbană SRL', cui: null });
      await everyEvent(service, own);
      await service.idle();
    });
    const bodies = receiver.requests.map(({ body }) => body).toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
    const first = new Map<string, ReceivedMessage>();
    for (const body of bodies) if (!first.has(body.type)) first.set(body.type, body);
    const numbered = [...first.keys()];
    return Object.fromEntries(
      Object.entries(EVENTS).map(([name, { data }]) => {
        const body = first.get(name);
        if (!body) throw new Error(`The event ${name} did not come.`);
        // The order of several records at the same time is random, so no event has the ids of the others.
        const normaliser = createNormaliser(origins);
        normaliser.within('events');
        normaliser.value(body.company);
        normaliser.within(`event ${name}`);
        const shown = { ...body, sequence: numbered.indexOf(name) + 1, data: inOrderOf(data, body.data) };
        return [name, normaliser.value(shown)];
      }),
    );
  } finally {
    await receiver.stop();
  }
}

/** By time; events at the same time by name and content, without ids. */
const orderOf = ({ createdAt, type, data }: ReceivedMessage): string =>
  `${createdAt} ${type} ${JSON.stringify(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1))).replace(/[0-9a-f-]{36}|DRAFT-[0-9a-f]{8}/g, '')}`;
